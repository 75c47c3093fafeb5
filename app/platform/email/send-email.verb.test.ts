import { expect, test } from 'vitest'

import { passwordResetEmail } from '#app/features/auth/reset/password-reset.email.tsx'
import { leadNoticeEmail } from '#app/features/leads/lead-notice.email.tsx'
import { leadReceiptEmail } from '#app/features/leads/lead-receipt.email.tsx'
import { HOUR } from '#app/platform/clock.ts'
import { createVault } from '#app/platform/crypto/vault.server.ts'
import type { Worker } from '#app/platform/jobs/worker.server.ts'
import type { FakeSmtpServer } from '#tests/fakes/smtp-server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { queueEmail } from './queue-email.server.ts'
import { sendEmail } from './send-email.job.server.ts'

type Post = { ctx: TestCtx; server: FakeSmtpServer; worker: Worker }

async function createPost(): Promise<Post> {
  const { server, mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail, env: { CONTACT_EMAIL: 'desk@agency.dev' } })
  return { ctx, server, worker: startTestWorker(ctx, jobMap(sendEmail)) }
}

async function queueReceipt(ctx: TestCtx, ...to: string[]): Promise<string> {
  const dedupeKey = `receipt:${to.join()}`
  await queueEmail(ctx, { template: leadReceiptEmail, props: { name: 'Ada' }, to, dedupeKey })
  const { id } = await ctx.db
    .selectFrom('email')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow()
  return id
}

async function emailOf(ctx: TestCtx, id: string) {
  return ctx.db
    .selectFrom('email')
    .select(['state', 'attempts', 'last_error', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function jobOf(ctx: TestCtx) {
  return ctx.db.selectFrom('job').select(['state', 'attempts', 'last_error']).executeTakeFirstOrThrow()
}

const lead = {
  leadId: 'lead-1',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  country: null,
  company: null,
  message: 'Hello',
  service: null,
  plan: null,
  last_page: null,
}

test('a waiting mail is sent to its reader, and said to be', async () => {
  const { ctx, server, worker } = await createPost()
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toEqual({
    state: 'sent',
    attempts: 1,
    last_error: null,
    sent_at: ctx.clock.now(),
  })
  expect(await jobOf(ctx)).toMatchObject({ state: 'done', attempts: 1 })
  expect(server.arrived).toHaveLength(1)
  expect(server.arrived[0]).toMatchObject({
    envelope: { from: 'desk@agency.dev', to: ['ada@example.com'] },
    subject: 'We received your message · Lumivox',
    headers: expect.arrayContaining([
      ['from', 'Lumivox <desk@agency.dev>'],
      ['to', 'ada@example.com'],
      ['message-id', `<${id}@localhost>`],
    ]),
    text: expect.stringContaining('Hello Ada,'),
    html: expect.stringContaining('Hello Ada,'),
  })
})

test('a reply goes to whom the mail names', async () => {
  const { ctx, server, worker } = await createPost()
  const email = { template: leadNoticeEmail, props: lead, to: ['boss@agency.dev'], dedupeKey: 'notice' }
  await queueEmail(ctx, { ...email, replyTo: 'ada@example.com' })
  await worker.whenIdle()
  expect(server.arrived[0]?.headers).toContainEqual(['reply-to', 'ada@example.com'])
})

test('a mail put off by the server is tried again under the same message id', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'temporary' })
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    last_error: expect.stringContaining('451'),
    sent_at: null,
  })
  expect(await jobOf(ctx)).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('451') })

  server.behave({ kind: 'accept' })
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  const ids = server.arrived.map(({ headers }) => headers.filter(([name]) => name === 'message-id'))
  expect(ids).toEqual([[['message-id', `<${id}@localhost>`]], [['message-id', `<${id}@localhost>`]]])
  expect(server.arrived.map(({ isAccepted }) => isAccepted)).toEqual([false, true])
})

test('a mail refused for good is not tried again, and says why', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'refuse-recipient' })
  const id = await queueReceipt(ctx, 'nobody@example.com')
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('550 No such user: nobody@example.com'),
    sent_at: null,
  })
  expect(await jobOf(ctx)).toMatchObject({ state: 'dead', attempts: 1 })
  server.behave({ kind: 'accept' })
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(server.arrived).toEqual([])
})

test('a mail that is put off for three days has failed', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'temporary' })
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  for (let hours = 0; hours < 72; hours += 12) {
    expect(await emailOf(ctx, id)).toMatchObject({ state: 'waiting' })
    ctx.clock.advance(12 * HOUR)
    await worker.whenIdle()
  }
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'failed',
    last_error: expect.stringContaining('451'),
  })
  expect(await jobOf(ctx)).toMatchObject({ state: 'dead' })
})

test('a server that refuses our password is tried again, for the owner can mend that', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'refuse-auth' })
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'waiting',
    last_error: expect.stringContaining('535'),
  })
  expect((await emailOf(ctx, id)).last_error).not.toContain('secret')
  server.behave({ kind: 'accept' })
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('of several readers the one who was refused is named, the others have the mail', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'refuse-recipient', addresses: ['gone@agency.dev'] })
  const id = await queueReceipt(ctx, 'boss@agency.dev', 'gone@agency.dev')
  await worker.whenIdle()
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    last_error: 'Not accepted for gone@agency.dev',
  })
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([['boss@agency.dev']])
})

test('a mail that was deleted meanwhile is not sent, and its job is done', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'temporary' })
  await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  await ctx.db.deleteFrom('email').execute()
  server.behave({ kind: 'accept' })
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(await jobOf(ctx)).toMatchObject({ state: 'done' })
  expect(server.arrived.map(({ isAccepted }) => isAccepted)).toEqual([false])
})

test('a mail that an earlier try sent is not sent again', async () => {
  const { ctx, server, worker } = await createPost()
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  await ctx.db.updateTable('job').set({ state: 'waiting' }).execute()
  await worker.whenIdle()
  expect(await jobOf(ctx)).toMatchObject({ state: 'done', attempts: 2 })
  expect(await emailOf(ctx, id)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(server.arrived).toHaveLength(1)
})

test('a mail whose server is gone from the settings is held again', async () => {
  const { ctx, server, worker } = await createPost()
  server.behave({ kind: 'temporary' })
  const id = await queueReceipt(ctx, 'ada@example.com')
  await worker.whenIdle()
  const run = { signal: new AbortController().signal }
  await sendEmail.run({ ...ctx, mail: async () => null }, { emailId: id, round: 0 }, run)
  expect((await emailOf(ctx, id)).state).toBe('held')
})

test('hostile text in a name adds no header and no reader', async () => {
  const { ctx, server, worker } = await createPost()
  const hostile = 'Eve\r\nBcc: victim@example.com\r\nX-Evil: yes\r\n\r\nAnother body'
  await queueEmail(ctx, {
    template: leadNoticeEmail,
    props: { ...lead, name: hostile, email: hostile },
    to: ['boss@agency.dev'],
    replyTo: 'eve@example.com\r\nBcc: victim@example.com',
    dedupeKey: 'hostile',
  })
  await worker.whenIdle()
  expect(server.arrived).toHaveLength(1)
  const [arrived] = server.arrived
  expect(arrived?.envelope).toEqual({ from: 'desk@agency.dev', to: ['boss@agency.dev'] })
  const names = arrived?.headers.map(([name]) => name).sort()
  expect(names).toEqual([
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  expect(arrived?.subject).toMatch(/^New inquiry from Eve\s+Bcc: victim@example\.com/)
})

test('an encoded word in a name is shown as it was typed, not decoded', async () => {
  const { ctx, server, worker } = await createPost()
  const name = '=?utf-8?q?Your_bank?= =?UTF-8?B?PGJvc3NAYmFuay5kZXY+?='
  const email = { template: leadNoticeEmail, props: { ...lead, name }, dedupeKey: 'encoded' }
  await queueEmail(ctx, { ...email, to: ['boss@agency.dev'] })
  await worker.whenIdle()
  const [arrived] = server.arrived
  expect(arrived?.subject).toBe('New inquiry from = ?utf-8?q?Your_bank?= = ?UTF-8?B?PGJvc3NAYmFuay5kZXY+?=')
  expect(arrived?.raw.split('\r\n\r\n', 1)[0]).not.toMatch(/=\?utf-8\?[qb]\?(your|pgjv)/i)
})

test('links open without a way back to the mail', async () => {
  const { ctx, server, worker } = await createPost()
  await queueReceipt(ctx, 'ada@example.com')
  const notice = { template: leadNoticeEmail, props: lead, dedupeKey: 'notice' }
  await queueEmail(ctx, { ...notice, to: ['boss@agency.dev'] })
  const reset = { template: passwordResetEmail, props: { token: 'token' }, dedupeKey: 'reset' }
  await queueEmail(ctx, { ...reset, to: ['boss@agency.dev'] })
  await worker.whenIdle()
  const links = server.arrived.flatMap(({ html }) => html.match(/<a\b[^>]*>/g) ?? [])
  expect(links.length).toBeGreaterThanOrEqual(5)
  for (const link of links) expect(link).toMatch(/ rel="noopener"/)
})

test('markup in a message arrives as text in both parts', async () => {
  const { ctx, server, worker } = await createPost()
  const message = '<img src=x onerror=alert(1)> & <b>bold</b> &lt;i&gt; "quoted"'
  await queueEmail(ctx, {
    template: leadNoticeEmail,
    props: { ...lead, message, company: '<script>alert(2)</script>' },
    to: ['boss@agency.dev'],
    dedupeKey: 'markup',
  })
  await worker.whenIdle()
  const { html = '', text = '' } = server.arrived[0] ?? {}
  expect(html).not.toMatch(/<img|<b>|<script|<i>/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;bold&lt;/b&gt;')
  expect(text).toContain(message)
  expect(text).toContain('<script>alert(2)</script>')
})

test('a secret mail sealed under another secret is failed with the reason, not tried for hours', async () => {
  const { ctx, server, worker } = await createPost()
  const former = { ...ctx, vault: createVault('another secret of 32 characters or more') }
  await queueEmail(former, {
    template: passwordResetEmail,
    props: { token: 'token' },
    to: ['owner@agency.dev'],
    dedupeKey: 'reset',
  })
  await worker.whenIdle()
  const { id } = await ctx.db.selectFrom('email').select('id').executeTakeFirstOrThrow()
  expect(await emailOf(ctx, id)).toMatchObject({
    state: 'failed',
    last_error: 'Its text was encrypted with another APP_SECRET.',
  })
  expect(await jobOf(ctx)).toMatchObject({ state: 'dead', attempts: 1 })
  expect(server.arrived).toEqual([])
})
