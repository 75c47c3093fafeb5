import { expect, test } from 'vitest'

import type { EmailState } from '#app/platform/db/schema/email.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { EMAILS_PER_PAGE, listEmails, previewEmail } from './read-emails.server.ts'

const states: EmailState[] = ['waiting', 'held', 'sent', 'failed']

test('without the owner no mail is listed', async () => {
  const ctx = await createTestCtx()
  await createEmail(ctx)
  await expect(listEmails(ctx, { state: null, page: 1 })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an empty outbox is one page of nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  const empty = { emails: [], total: 0, page: 1, pages: 1, canSend: false }
  expect(await listEmails(ctx, { state: null, page: 3 })).toEqual(empty)
})

test('mails of every state are listed, newest first, with what became of them', async () => {
  const ctx = asOwner(await createTestCtx())
  const now = ctx.clock.now()
  const sent = { state: 'sent', attempts: 2, sent_at: now, created_at: now - 1 } as const
  const failed = { state: 'failed', attempts: 1, last_error: '550 No such user', created_at: now } as const
  await createEmail(ctx, { ...failed, subject: 'Failed', recipients: '["b@example.com"]' })
  await createEmail(ctx, { ...sent, subject: 'Sent', recipients: '["a@example.com"]' })
  const { emails, total } = await listEmails(ctx, { state: null, page: 1 })
  expect(total).toBe(2)
  expect(emails).toEqual([
    {
      ...failed,
      id: expect.any(String),
      subject: 'Failed',
      recipients: '["b@example.com"]',
      sent_at: null,
    },
    { ...sent, id: expect.any(String), subject: 'Sent', recipients: '["a@example.com"]', last_error: null },
  ])
})

test('only mails of the chosen state are listed and counted', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const state of states) await createEmail(ctx, { state })
  await createEmail(ctx, { state: 'failed' })
  for (const state of states) {
    const { emails, total } = await listEmails(ctx, { state, page: 1 })
    expect(total).toBe(state === 'failed' ? 2 : 1)
    expect(new Set(emails.map((email) => email.state))).toEqual(new Set([state]))
  }
})

test('pages follow on one another without a gap, and past the end is the last', async () => {
  const ctx = asOwner(await createTestCtx())
  const ids: string[] = []
  for (let n = 0; n <= EMAILS_PER_PAGE; n += 1) ids.unshift(await createEmail(ctx))
  const first = await listEmails(ctx, { state: null, page: 1 })
  const last = await listEmails(ctx, { state: null, page: 9 })
  expect(first).toMatchObject({ total: 51, page: 1, pages: 2 })
  expect(last).toMatchObject({ total: 51, page: 2, pages: 2 })
  expect([...first.emails, ...last.emails].map(({ id }) => id)).toEqual(ids)
})

test('it is known whether mails can be sent', async () => {
  const { mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  expect(await listEmails(ctx, { state: null, page: 1 })).toMatchObject({ canSend: true })
})

test('without the owner no mail is shown, nor whether there is one', async () => {
  const ctx = await createTestCtx()
  for (const id of [await createEmail(ctx), 'unknown'])
    await expect(previewEmail(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an unknown mail is not found, nor one of a kind this version does not know', async () => {
  const ctx = asOwner(await createTestCtx())
  await createEmail(ctx)
  for (const id of ['unknown', '', await createEmail(ctx, { template: 'of-tomorrow' })])
    await expect(previewEmail(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('a mail is shown as its reader sees it, with what became of it', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createEmail(ctx, {
    props: JSON.stringify({ name: 'Zoë' }),
    recipients: '["zoe@example.com"]',
    subject: 'We received your message',
    state: 'failed',
    attempts: 3,
    last_error: '550 No such user',
  })
  expect(await previewEmail(ctx, id)).toEqual({
    id,
    subject: 'We received your message',
    recipients: '["zoe@example.com"]',
    reply_to: null,
    state: 'failed',
    attempts: 3,
    last_error: '550 No such user',
    created_at: ctx.clock.now(),
    sent_at: null,
    text: expect.stringContaining('Hello Zoë,'),
    isSecret: false,
    canSend: false,
  })
})

test('the notice of a lead shows the message as text, whatever it holds', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { message: '<script>alert(1)</script> & more' })
  const notices = ctx.db.selectFrom('email').select('id').where('template', '=', 'lead-notice')
  const { id } = await notices.executeTakeFirstOrThrow()
  expect((await previewEmail(ctx, id)).text).toContain('<script>alert(1)</script> & more')
})

test('the text version tells labels from values, and keeps the lines of a message', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'Ada', email: 'ada@example.com', message: 'Hello,\n\n  two lines: of\ntext' })
  const notices = ctx.db.selectFrom('email').select('id').where('template', '=', 'lead-notice')
  const { text } = await previewEmail(ctx, (await notices.executeTakeFirstOrThrow()).id)
  expect(text).toContain('Message:\nHello,\n\ntwo lines: of\ntext\n')
  expect(text).toContain('Email: ada@example.com\n')
})
