import { expect, test } from 'vitest'

import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { exportPersonalData } from '#app/features/privacy/export-personal-data.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { fileRoom, MEGABYTE } from '#app/lib/question-files.ts'
import { answerField } from '#app/lib/question.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { inquirySending, plainSending } from '#tests/factories/inquiry.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createPdf } from '#tests/factories/pdf.ts'
import { createApi } from '#tests/support/api-calls.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { deleteLead, restoreLead } from '../delete-lead.server.ts'
import { getLead } from '../get-lead.server.ts'
import { readAnswerChoices } from '../lead-filters.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'
import { exportLeads, listLeads, readLeadRecords } from '../list-leads.server.ts'
import { deleteQuestion, saveQuestion } from '../questions/contact-questions.server.ts'
import { type Sending, submitInquiry } from '../submit-inquiry.server.ts'

import { getInquiryFile } from './get-inquiry-file.server.ts'
import { deleteInquiryFiles } from './inquiry-files.server.ts'
import { receiveFile } from './receive-file.server.ts'

const pdf = createPdf([['Brief']])
const brief = {
  id: '',
  question: 'Your brief?',
  kind: 'file',
  'accept-pdf': 'on',
  'accept-text': 'on',
  megabytes: '1',
}

async function askingCtx(changes: Record<string, string> = {}) {
  const ctx = await createTestCtx()
  const { id } = await saveQuestion(asOwner(ctx), { ...brief, ...changes })
  return { ctx, owner: asOwner(ctx), id, field: answerField(id) }
}

type Posted = { field: string; bytes?: Uint8Array; name?: string; from?: string }

const receive = (ctx: TestCtx, { field, bytes = pdf, name = 'Brief.pdf', from = '203.0.113.7' }: Posted) =>
  receiveFile(ctx, { field, file: new File([new Uint8Array(bytes)], name, { type: 'image/png' }) }, from)

const send = async (ctx: TestCtx, posted: Posted, sending: Sending = inquirySending(ctx)) =>
  submitInquiry(ctx, { ...sending, file: await receive(ctx, posted), asks: 'required' })

const faultOf = async (refused: Promise<unknown>) => {
  const error = await refused.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof FieldErrors ? Object.values(error.fields)[0] : error
}

const rows = (ctx: TestCtx) => ctx.db.selectFrom('lead_file').select(['id', 'lead_id', 'size']).execute()
async function storedNames(ctx: TestCtx): Promise<string[]> {
  const names: string[] = []
  for await (const name of assertDefined(ctx.files.names, 'the files are in a folder')()) names.push(name)
  return names
}

/** Runs the jobs that delete files, if they are due. */
async function deleteFiles(ctx: TestCtx): Promise<void> {
  const due = ctx.db.selectFrom('job').select('payload').where('name', '=', deleteInquiryFiles.name)
  const { signal } = new AbortController()
  for (const { payload } of await due.where('run_at', '<=', ctx.clock.now()).execute())
    await deleteInquiryFiles.run(ctx, deleteInquiryFiles.payload.parse(JSON.parse(payload)), { signal })
}

test('a file is stored with its inquiry, named in the notice, and downloaded by members', async () => {
  const { ctx, owner, id, field } = await askingCtx()
  const { leadId } = await send(ctx, { field, name: '../../Our brief.PDF' })
  const [row] = await rows(ctx)
  expect(row).toMatchObject({ lead_id: leadId, size: pdf.length })
  const { lead } = await getLead(owner, leadId)
  expect(lead.answers).toEqual([
    {
      questionId: id,
      question: 'Your brief?',
      kind: 'file',
      answer: 'Our brief.PDF',
      file: { id: row?.id, size: pdf.length },
    },
  ])
  const file = await getInquiryFile(owner, String(row?.id))
  expect(file.name).toBe('Our brief.PDF')
  expect(Buffer.compare(file.bytes, pdf)).toBe(0)
  await expect(getInquiryFile(ctx, String(row?.id))).rejects.toMatchObject({ code: 'unauthenticated' })
  const mails = await ctx.db.selectFrom('email').select(['template', 'props']).execute()
  const propsOf = (template: string) => mails.find((mail) => mail.template === template)?.props
  expect(propsOf('lead-notice')).toContain('Our brief.PDF (')
  // Anyone can write a text into a file's name and enter another person's address.
  expect(propsOf('lead-receipt')).not.toContain('Our brief')
  expect(propsOf('lead-receipt')).toContain('PDF (')
  ctx.clock.advance(HOUR)
  await deleteFiles(ctx)
  expect(await storedNames(ctx)).toHaveLength(1)
})

test.each<[string, Uint8Array | string, string]>([
  ['page.pdf', '<svg onload="alert(1)"><script>alert(1)</script></svg>', 'one of these kinds: PDF, TXT, CSV'],
  ['photo.png', '\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0IEND', 'one of these kinds: PDF, TXT, CSV'],
  ['run.exe', 'MZ\0\0', 'one of these kinds'],
  ['empty.pdf', '', 'This file is empty'],
  ['half.pdf', '%PDF-1.7 and no more', 'This file is damaged'],
  ['large.txt', Buffer.alloc(MEGABYTE + 1, 'a'), 'at most 1 MB'],
])('%s is refused with a sentence, and nothing is stored', async (name, content, sentence) => {
  const { ctx, field } = await askingCtx()
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  expect(await faultOf(send(ctx, { field, bytes, name }))).toContain(sentence)
  expect(await rows(ctx)).toEqual([])
  expect(await storedNames(ctx)).toEqual([])
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toEqual([])
})

test.each([
  ['C:\\Users\\ada\\brief.pdf', 'brief.pdf'],
  ['brief\u202Efdp.exe', 'brief_fdp.exe.pdf'],
  ['"<x>|:*?.pdf', '__x_____.pdf'],
  ['..\\.htaccess', '_htaccess.pdf'],
  ['a'.repeat(5000), `${'a'.repeat(150)}.pdf`],
  ['', 'attachment.pdf'],
])('the name %j becomes %j', async (name, kept) => {
  const { ctx, owner, field } = await askingCtx()
  const { leadId } = await send(ctx, { field, name })
  expect((await getLead(owner, leadId)).lead.answers[0]?.answer).toBe(kept)
})

test('a repeated send stores one file, and the same key with another file is refused', async () => {
  const { ctx, field } = await askingCtx()
  const sending = inquirySending(ctx)
  const first = await send(ctx, { field }, sending)
  expect(await send(ctx, { field }, sending)).toEqual(first)
  const other = { field, bytes: createPdf([['Another']]) }
  await expect(send(ctx, other, sending)).rejects.toMatchObject({ code: 'conflict' })
  const plain = plainSending()
  const second = await send(ctx, { field }, plain)
  expect(await send(ctx, { field }, plain)).toEqual(second)
  expect(await send(ctx, other, plain)).not.toEqual(second)
  ctx.clock.advance(HOUR)
  await deleteFiles(ctx)
  expect(await rows(ctx)).toHaveLength(3)
  expect(await storedNames(ctx)).toHaveLength(3)
})

test('a file whose inquiry is refused is deleted, and no sooner', async () => {
  const { ctx, field } = await askingCtx()
  await expect(send(ctx, { field }, inquirySending(ctx, { name: '' }))).rejects.toThrow('name')
  ctx.clock.advance(5 * MINUTE)
  await deleteFiles(ctx)
  expect(await storedNames(ctx)).toHaveLength(1)
  ctx.clock.advance(6 * MINUTE)
  await deleteFiles(ctx)
  expect(await rows(ctx)).toEqual([])
  expect(await storedNames(ctx)).toEqual([])
})

test('an address sends twenty files an hour, and an inquiry that was stored is not refused', async () => {
  const { ctx, field } = await askingCtx()
  const sending = (n: number) => ({ ...inquirySending(ctx), clientAddress: `198.51.${n}.7` })
  const last = sending(0)
  for (let n = 1; n < 20; n += 1) await send(ctx, { field }, sending(n))
  const stored = await send(ctx, { field }, last)
  await expect(send(ctx, { field }, sending(20))).rejects.toMatchObject({ code: 'too-many' })
  expect(await send(ctx, { field }, last)).toEqual(stored)
  expect(await rows(ctx)).toHaveLength(20)
})

test('once their room is used up, files are refused and a required one is not asked for', async () => {
  const { ctx, field } = await askingCtx({ required: 'on' })
  const without = () => submitInquiry(ctx, { ...inquirySending(ctx), asks: 'required' })
  expect(await faultOf(without())).toBe('Please answer this question.')
  const at = ctx.clock.now()
  const fill = { id: 'full', lead_id: null, size: fileRoom.aDay - pdf.length + 1, at }
  await ctx.db.insertInto('lead_file').values(fill).execute()
  expect(await faultOf(send(ctx, { field }))).toContain('without it')
  await ctx.db.updateTable('lead_file').set({ size: fileRoom.aDay }).execute()
  await without()
  ctx.clock.advance(25 * HOUR)
  await send(ctx, { field })
  await ctx.db
    .insertInto('lead_file')
    .values({ ...fill, id: 'old', size: fileRoom.inAll })
    .execute()
  await without()
})

test('a file for a question that is no longer asked is kept, and one that another kind replaced is asked again', async () => {
  const { ctx, owner, id, field } = await askingCtx()
  await saveQuestion(owner, { ...brief, id, kind: 'short' })
  expect(await faultOf(send(ctx, { field }))).toBe('Please answer this question.')
  await saveQuestion(owner, { ...brief, id })
  await deleteQuestion(owner, { id })
  const { leadId } = await send(ctx, { field })
  const lead = async () => (await getLead(owner, leadId)).lead
  expect((await lead()).answers).toMatchObject([{ answer: 'Brief.pdf', question: 'Your brief?' }])
  expect(await receive(ctx, { field: 'answer-unknown' })).toBeNull()
  expect(await submitInquiry(ctx, { ...inquirySending(ctx, { [field]: 'a text' }), asks: 'required' }))
  const { answers } = await ctx.db
    .selectFrom('lead')
    .select('answers')
    .where('id', '!=', leadId)
    .executeTakeFirstOrThrow()
  expect(answers).toBeNull()
})

test('a deleted lead’s file goes once the deletion can no longer be undone', async () => {
  const { ctx, owner, field } = await askingCtx()
  const { leadId } = await send(ctx, { field })
  const deletion = await deleteLead(owner, leadId)
  expect(await rows(ctx)).toEqual([])
  expect(await storedNames(ctx)).toHaveLength(1)
  await restoreLead(owner, deletion.id)
  ctx.clock.advance(HOUR)
  await deleteFiles(ctx)
  const [row] = await rows(ctx)
  expect((await getInquiryFile(owner, String(row?.id))).name).toBe('Brief.pdf')
  await deleteLead(owner, leadId)
  ctx.clock.advance(HOUR)
  await deleteFiles(ctx)
  expect(await storedNames(ctx)).toEqual([])
})

test('programs, the CSV file and the filters know the file', async () => {
  const { ctx, ask } = await createApi()
  const owner = asOwner(ctx)
  const { id } = await saveQuestion(owner, brief)
  const { leadId } = await send(ctx, { field: answerField(id), name: '=HYPERLINK(1).pdf' })
  await createLead(ctx, { name: 'Without' })
  const [row] = await rows(ctx)
  const { publicUrl } = await ctx.site(ctx)
  const url = `${publicUrl}/admin/inquiry-files/${row?.id}`
  const file = { name: '=HYPERLINK(1).pdf', size: pdf.length, url }
  const answers = [{ questionId: id, question: 'Your brief?', kind: 'file', answer: file.name, file }]
  expect(await (await ask(`/api/v1/leads/${leadId}`)).json()).toMatchObject({ answers })
  expect(await readLeadRecords(owner, [leadId])).toMatchObject([{ answers }])
  const csv = await wholeText(await exportLeads(owner, readLeadListQuery(new URLSearchParams())))
  expect(csv).toContain(`,'=HYPERLINK(1).pdf (1 KB) ${url},`)
  expect(await readAnswerChoices(ctx)).toEqual({ [`${id}:`]: 'Your brief? File' })
  const { leads } = await listLeads(owner, readLeadListQuery(new URLSearchParams({ answer: `${id}:` })))
  expect(leads.map((lead) => lead.id)).toEqual([leadId])
  const json = { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: true }
  const headers = { 'idempotency-key': 'one' }
  const given = { ...json, answers: [{ question: id, answer: 'brief.pdf' }] }
  const refused = await ask('/api/v1/leads', { method: 'POST', json: given, headers })
  expect(await refused.text()).toContain('only be sent with the form')
})

test('a person’s data have the file, and their erasure deletes it', async () => {
  const { ctx, owner, field } = await askingCtx()
  const address = 'ann@example.com'
  await createLead(ctx)
  await send(ctx, { field }, inquirySending(ctx, { email: address }))
  const data = JSON.parse(await wholeText(await exportPersonalData(owner, { address })))
  expect(data.inquiries[0].answers).toMatchObject([
    { answer: 'Brief.pdf', file: { size: pdf.length, base64: Buffer.from(pdf).toString('base64') } },
  ])
  await erasePersonalData(owner, { address })
  await deleteFiles(ctx)
  expect(await rows(ctx)).toEqual([])
  expect(await storedNames(ctx)).toEqual([])
})

test('a form has one question for a file, with its limits', async () => {
  const { owner, id } = await askingCtx()
  expect(await faultOf(saveQuestion(owner, brief))).toContain('can have only one')
  await saveQuestion(owner, { ...brief, id, megabytes: '10' })
  for (const megabytes of ['0', '11', '1.5', 'ten', ''])
    expect(await faultOf(saveQuestion(owner, { ...brief, id, megabytes })), megabytes).toContain(
      'from 1 to 10',
    )
  const none = { id, question: 'Your brief?', kind: 'file', megabytes: '1' }
  expect(await faultOf(saveQuestion(owner, none))).toContain('at least one kind')
})
