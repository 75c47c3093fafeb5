import { expect, test } from 'vitest'

import { readContent } from '#app/features/content/site-content.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { createApi } from '#tests/support/api-calls.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { wholeText } from '#tests/support/whole-text.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { getLead } from '../get-lead.server.ts'
import { exportLeads, listLeads, readLeadRecords } from '../list-leads.server.ts'
import { readLeadListQuery } from '../lead-list-query.ts'
import { type Sending, submitInquiry } from '../submit-inquiry.server.ts'

import { contactQuestions, deleteQuestion, moveQuestion, saveQuestion } from './contact-questions.server.ts'

const budget = {
  id: '',
  question: ' Your  budget? ',
  kind: 'one',
  choices: 'Small\n\nLarge\nSmall',
  required: 'on',
}

const asked = async (ctx: TestCtx) => (await contactQuestions.read(ctx)).asked.map(({ text }) => text)

const send = async (ctx: TestCtx, fields: Record<string, string>) => {
  const { leadId } = await submitInquiry(ctx, { ...inquirySending(ctx, fields), asks: 'required' })
  const { lead } = await getLead(asOwner(ctx), leadId)
  return { leadId, answers: lead.answers }
}

test('a question is added, changed, moved and deleted, and each change renders the pages again', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  let told = 0
  ctx.signals.subscribe(PAGES_TOPIC, () => (told += 1))
  const { id } = await saveQuestion(owner, budget)
  await saveQuestion(owner, { id: '', question: 'When?', kind: 'date', 'service-seo': 'on' })
  expect((await contactQuestions.read(ctx)).asked).toMatchObject([
    { id, text: 'Your budget?', kind: 'one', isRequired: true, choices: ['Small', 'Large'], services: [] },
    { text: 'When?', kind: 'date', isRequired: false, choices: [], services: ['seo'] },
  ])
  await moveQuestion(owner, { id, by: 'down' })
  expect(await asked(ctx)).toEqual(['When?', 'Your budget?'])
  await moveQuestion(owner, { id, by: 'down' })
  await saveQuestion(owner, { ...budget, id, question: 'How much?' })
  expect(await asked(ctx)).toEqual(['When?', 'How much?'])
  await eventually(async () => expect((await readContent(ctx)).questions).toHaveLength(2))
  await deleteQuestion(owner, { id })
  expect(await asked(ctx)).toEqual(['When?'])
  await saveQuestion(owner, { ...budget, id })
  expect(await asked(ctx)).toEqual(['When?', 'Your budget?'])
  await eventually(async () => expect(told).toBe(7))
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'subject_title']).execute()
  expect(entries).toHaveLength(7)
  expect(entries).toContainEqual({ kind: 'settings.contact_form', subject_title: 'How much?' })
})

test('a wrong question is refused with a sentence, and an eleventh too', async () => {
  const ctx = asOwner(await createTestCtx())
  const fault = async (typed: Record<string, string>) => {
    const refused: unknown = await saveQuestion(ctx, { id: '', ...typed }).catch((error: unknown) => error)
    return refused
  }
  expect(await fault({ question: ' ', kind: 'short' })).toMatchObject({
    fields: { question: 'Please enter the question.' },
  })
  expect(await fault({ question: 'What?', kind: 'colour' })).toMatchObject({
    fields: { kind: 'Please choose a kind.' },
  })
  expect(await fault({ question: 'What?', kind: 'several', choices: 'One' })).toMatchObject({
    fields: { choices: 'Please enter at least two choices, one a line.' },
  })
  expect(await fault({ id: 'unknown', question: 'What?', kind: 'short' })).toMatchObject({
    code: 'not-found',
  })
  for (let n = 0; n < 10; n += 1) await saveQuestion(ctx, { id: '', question: `No. ${n}?`, kind: 'short' })
  expect(await fault({ question: 'What?', kind: 'short' })).toMatchObject({ code: 'conflict' })
  await expect(saveQuestion({ ...ctx, actor: null }, { id: '' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('answers are stored with the words of their questions, which later changes leave alone', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const { id } = await saveQuestion(owner, budget)
  const several = { id: '', question: 'Which?', kind: 'several', choices: 'Calls\nMails' }
  const { id: which } = await saveQuestion(owner, several)
  const fields = { [`answer-${id}`]: 'Large', [`answer-${which}-0`]: 'Calls', [`answer-${which}-1`]: 'Mails' }
  const { leadId, answers } = await send(ctx, fields)
  expect(answers).toEqual([
    { questionId: id, question: 'Your budget?', kind: 'one', answer: 'Large' },
    { questionId: which, question: 'Which?', kind: 'several', answer: ['Calls', 'Mails'] },
  ])
  await saveQuestion(owner, { ...budget, id, question: 'How much?', choices: 'A\nB' })
  await deleteQuestion(owner, { id: which })
  expect((await getLead(owner, leadId)).lead.answers).toEqual(answers)
  const found = await listLeads(owner, readLeadListQuery(new URLSearchParams({ q: 'large calls' })))
  expect(found.leads.map((lead) => lead.id)).toEqual([leadId])
})

test('a question added since the page was rendered is asked, and a deleted one keeps its answer', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const { id: gone } = await saveQuestion(owner, { id: '', question: 'When?', kind: 'date' })
  await deleteQuestion(owner, { id: gone })
  const { id } = await saveQuestion(owner, budget)
  const older = { [`answer-${gone}`]: 'soon' }
  await expect(send(ctx, { ...older, email: 'none' })).rejects.toMatchObject({
    fields: { email: expect.any(String), [`answer-${id}`]: 'Please answer this question.' },
  })
  await expect(send(ctx, older)).rejects.toMatchObject({ code: 'invalid' })
  const { answers } = await send(ctx, { ...older, [`answer-${id}`]: 'Small' })
  expect(answers.map(({ question, answer }) => [question, answer])).toEqual([
    ['Your budget?', 'Small'],
    ['When?', 'soon'],
  ])
})

test('a repeated send finds its inquiry whatever became of the questions, and another answer is another inquiry', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const { id: gone } = await saveQuestion(owner, { id: '', question: 'When?', kind: 'date' })
  const sending: Sending = { ...inquirySending(ctx, { [`answer-${gone}`]: '2026-12-01' }), asks: 'required' }
  const first = await submitInquiry(ctx, sending)
  await deleteQuestion(owner, { id: gone })
  await saveQuestion(owner, budget)
  expect(await submitInquiry(ctx, sending)).toEqual(first)
  const other = { ...sending, fields: { ...sending.fields, [`answer-${gone}`]: '2026-12-02' } }
  await expect(submitInquiry(ctx, other)).rejects.toMatchObject({ code: 'conflict' })
})

test('notice, receipt and CSV file name questions and answers; the receipt repeats nothing that was written', async () => {
  const ctx = await createTestCtx()
  const owner = asOwner(ctx)
  const { id } = await saveQuestion(owner, budget)
  const { id: why } = await saveQuestion(owner, { id: '', question: 'Why?', kind: 'long' })
  const { leadId } = await send(ctx, { [`answer-${id}`]: 'Large', [`answer-${why}`]: '=visit my shop' })
  const mails = await ctx.db.selectFrom('email').select(['template', 'props']).execute()
  const props = (template: string) => mails.find((mail) => mail.template === template)?.props
  expect(props('lead-notice')).toContain('visit my shop')
  expect(props('lead-receipt')).toContain('"answers":[{"question":"Your budget?","answer":"Large"}]')
  expect(props('lead-receipt')).not.toContain('shop')
  await deleteQuestion(owner, { id: why })
  const csv = await wholeText(await exportLeads(owner, readLeadListQuery(new URLSearchParams())))
  expect(csv).toContain('Language,Assistant,Your budget?,Other answers')
  expect(csv).toContain(',Large,Why? =visit my shop')
  const [record] = await readLeadRecords(ctx, [leadId])
  expect(record?.answers).toMatchObject([{ answer: 'Large' }, { question: 'Why?' }])
})

test('programs give and read answers, and leave required ones out', async () => {
  const { ctx, ask } = await createApi()
  const { id } = await saveQuestion(asOwner(ctx), budget)
  let keys = 0
  const create = async (answers: object[]) => {
    const json = { name: 'Grace', email: 'grace@example.com', message: 'Call me', consent: true, answers }
    const headers = { 'idempotency-key': `key-${(keys += 1)}` }
    return ask('/api/v1/leads', { method: 'POST', json, headers })
  }
  const made = await create([{ question: 'Your budget?', answer: 'Small' }])
  expect(await made.json()).toMatchObject({
    answers: [{ questionId: id, question: 'Your budget?', kind: 'one', answer: 'Small' }],
  })
  expect(await (await create([])).json()).toMatchObject({ answers: [] })
  expect(await (await create([{ question: id, answer: 'Huge' }])).text()).toContain(
    'choose one of the choices',
  )
  expect(await (await create([{ question: 'Who?', answer: 'Me' }])).text()).toContain('no question “Who?”')
})
