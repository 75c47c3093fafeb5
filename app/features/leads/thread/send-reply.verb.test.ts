import { expect, test } from 'vitest'

import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createThreadMail } from '#tests/factories/thread-mail.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { getAttachment, listThread } from './list-thread.server.ts'
import { saveReplyDraft } from './reply-draft.server.ts'
import { resendReply } from './resend-reply.server.ts'
import { type ReplyFile, sendReply } from './send-reply.server.ts'

const imap = 'imaps://hello%40agency.example:secret@imap.agency.example/INBOX'

async function createPost() {
  const { server, mail } = await createTestSmtp()
  const env = { IMAP_URL: imap, MAIL_FROM: 'Agency <hello@agency.example>' }
  const ctx = asOwner(await createTestCtx({ mail, env }))
  const leadId = await createLead(ctx, {
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Do you do voices?',
  })
  await ctx.db.deleteFrom('email').execute()
  await ctx.db.deleteFrom('job').execute()
  return { ctx, server, leadId }
}

async function reply(ctx: TestCtx, leadId: string, text = 'We do.', files: readonly ReplyFile[] = []) {
  const key = newId()
  await sendReply(ctx, { leadId, key, text, files })
  return key
}

async function entriesOf(ctx: TestCtx, leadId: string) {
  const { mails } = await listThread(ctx, leadId)
  return mails.map(({ direction, text, state }) => ({ direction, text, state }))
}

test('a reply goes out once, in text and HTML, with its quote, its files and a signed address', async () => {
  const { ctx, server, leadId } = await createPost()
  const bytes = new TextEncoder().encode('An offer')
  await saveReplyDraft(ctx, { leadId, text: 'We d' })
  await reply(ctx, leadId, 'Yes, **we do**.\n\n- one\n- [two](https://a.example)', [
    { name: '../offer "1".pdf', type: 'application/pdf', bytes },
  ])
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  expect(server.arrived).toHaveLength(1)
  const [mail] = server.arrived
  expect(mail?.envelope.to).toEqual(['ada@example.com'])
  expect(mail).toMatchObject({
    html: expect.stringContaining('<strong>we do</strong>'),
    text: expect.stringContaining('> Do you do voices?'),
  })
  expect(mail?.html).not.toContain('<img')
  expect(await entriesOf(ctx, leadId)).toEqual([
    { direction: 'out', text: 'Yes, **we do**.\n\n- one\n- [two](https://a.example)', state: 'sent' },
  ])
  const { mails, draft } = await listThread(ctx, leadId)
  expect(draft).toBe('')
  const [file] = mails[0]?.attachments ?? []
  const attachment = await getAttachment(ctx, String(file?.id))
  expect(attachment.name).toBe('offer _1_.pdf')
  expect(Buffer.from(attachment.bytes).toString()).toBe('An offer')
  const { status } = await ctx.db
    .selectFrom('lead')
    .select('status')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('contacted')
})

test('headers name the message it answers and those before it', async () => {
  const { ctx, leadId } = await createPost()
  const first = await reply(ctx, leadId)
  ctx.clock.advance(1000)
  await createThreadMail(ctx, {
    lead_id: leadId,
    message_id: 'answer@mail.example.com',
    subject: 'AW: Re: Voices',
  })
  ctx.clock.advance(1000)
  const second = await reply(ctx, leadId, 'Tuesday, then.')
  const { headers, reply_to, subject } = await ctx.db
    .selectFrom('email')
    .select(['headers', 'reply_to', 'subject'])
    .where('dedupe_key', '=', `reply:${second}`)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(String(headers))).toEqual({
    messageId: `${second}@localhost`,
    inReplyTo: 'answer@mail.example.com',
    references: [`${first}@localhost`, 'answer@mail.example.com'],
  })
  expect(reply_to).toMatch(/^hello\+[a-z2-7]{36}@agency\.example$/)
  expect(subject).toBe('Re: Voices')
})

test('a reply answers the last mail of a person, and ours if only programs wrote', async () => {
  const { ctx, leadId } = await createPost()
  const threadOf = async (id: string) =>
    ctx.db
      .selectFrom('thread_mail')
      .select(['in_reply_to', 'subject'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const receive = (message_id: string, subject: string, is_automatic: 0 | 1) => {
    ctx.clock.advance(1000)
    return createThreadMail(ctx, { lead_id: leadId, message_id, subject, is_automatic, text: subject })
  }
  const first = await reply(ctx, leadId)
  await receive('away@mail.example.com', 'Automatic reply: Voices', 1)
  const second = await reply(ctx, leadId)
  expect(await threadOf(second)).toEqual({
    in_reply_to: `${first}@localhost`,
    subject: expect.stringMatching(/^Re: Your inquiry to /),
  })
  await receive('answer@mail.example.com', 'Re: Voices', 0)
  await receive('bounce@mail.example.com', 'Undelivered', 1)
  const third = await reply(ctx, leadId)
  expect(await threadOf(third)).toEqual({ in_reply_to: 'answer@mail.example.com', subject: 'Re: Voices' })
  const mail = await ctx.db
    .selectFrom('email')
    .select(['headers', 'props'])
    .where('dedupe_key', '=', `reply:${third}`)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(mail)).not.toMatch(/Automatic reply|Undelivered|away@|bounce@/)
})

test('a form that is sent twice sends one mail', async () => {
  const { ctx, leadId } = await createPost()
  const key = newId()
  for (const text of ['Once', 'Twice']) await sendReply(ctx, { leadId, key, text, files: [] })
  expect(await ctx.db.selectFrom('email').select('id').execute()).toHaveLength(1)
  expect(await entriesOf(ctx, leadId)).toEqual([{ direction: 'out', text: 'Once', state: 'waiting' }])
})

const big = new Uint8Array(10 * 1024 * 1024 + 1)

test.each([
  { what: 'no text', text: '', field: 'text' },
  { what: 'blanks', text: ' \n', field: 'text' },
  { what: 'what cannot be read', text: 'a\u0000b', field: 'text' },
  { what: 'an empty file', name: 'empty.txt', size: 0, field: 'files' },
  { what: 'a file above the limit', name: 'big.zip', size: big.length, field: 'files' },
  { what: 'a program', name: 'run.EXE', size: 1, field: 'files' },
])('$what is refused at its field', async ({ text = 'Fine', name, size, field }) => {
  const { ctx, leadId } = await createPost()
  const files = name === undefined ? [] : [{ name, type: '', bytes: big.subarray(0, size) }]
  const refusal: unknown = await reply(ctx, leadId, text, files).catch((error: unknown) => error)
  expect(Object.keys((refusal as { fields: object }).fields)).toEqual([field])
  expect(await ctx.db.selectFrom('thread_mail').select('id').execute()).toEqual([])
})

test('a refused reply says why, and is sent to the corrected address', async () => {
  const { ctx, server, leadId } = await createPost()
  server.behave({ kind: 'refuse-recipient' })
  const key = await reply(ctx, leadId)
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  await worker.whenIdle()
  const { mails } = await listThread(ctx, leadId)
  expect(mails[0]).toMatchObject({ state: 'failed', last_error: expect.stringContaining('No such user') })
  server.behave({ kind: 'accept' })
  await ctx.db.updateTable('lead').set({ email: 'ada@right.example' }).where('id', '=', leadId).execute()
  await resendReply(ctx, { id: leadId, mail: key })
  await worker.whenIdle()
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([['ada@right.example']])
  expect(await entriesOf(ctx, leadId)).toMatchObject([{ state: 'sent' }])
  await expect(resendReply(ctx, { id: leadId, mail: key })).rejects.toMatchObject({ code: 'conflict' })
})

test('a process that dies while it hands a reply over leaves the decision to a member', async () => {
  const { ctx, server, leadId } = await createPost()
  const key = await reply(ctx, leadId)
  await ctx.db.updateTable('email').set({ handed_over_at: ctx.clock.now() }).execute()
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  await worker.whenIdle()
  expect(server.arrived).toEqual([])
  const { mails } = await listThread(ctx, leadId)
  expect(mails[0]).toMatchObject({
    state: 'failed',
    last_error: expect.stringContaining('may have been sent'),
  })
  await resendReply(ctx, { id: leadId, mail: key })
  await worker.whenIdle()
  expect(server.arrived).toHaveLength(1)
})

test('a server that was surely not given the mail is tried again', async () => {
  const { ctx, server, leadId } = await createPost()
  server.behave({ kind: 'temporary' })
  await reply(ctx, leadId)
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  const mail = await ctx.db.selectFrom('email').select(['state', 'handed_over_at']).executeTakeFirstOrThrow()
  expect(mail).toEqual({ state: 'waiting', handed_over_at: null })
})
