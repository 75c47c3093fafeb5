import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import { findOutage, noteOutage } from '#app/platform/email/mail-outage.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { createEmail } from '#tests/factories/email.ts'
import { jobMap } from '#tests/factories/job.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { correctEmails } from './correct-emails.server.ts'
import { dismissEmails } from './dismiss-emails.server.ts'
import { resendEmails } from './resend-emails.server.ts'

async function createPost() {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  return { ctx, server, send: () => startTestWorker(ctx, jobMap(sendEmail)).whenIdle() }
}

async function createEmails(ctx: TestCtx, ...states: EmailState[]): Promise<string[]> {
  const ids: string[] = []
  for (const state of states) ids.push(await createEmail(ctx, { state, recipients: '["wrong@example.com"]' }))
  return ids
}

async function statesOf(ctx: TestCtx): Promise<EmailState[]> {
  const rows = await ctx.db.selectFrom('email').select('state').orderBy('id').execute()
  return rows.map(({ state }) => state)
}

async function auditOf(ctx: TestCtx) {
  return ctx.db.selectFrom('audit_entry').select(['kind', 'subject_title', 'subject_path']).execute()
}

test('many mails are sent again at once, with one entry in the audit log', async () => {
  const { ctx, server, send } = await createPost()
  const ids = await createEmails(ctx, 'failed', 'held', 'dismissed', 'sent', 'failed')
  expect(await resendEmails(ctx, { ids: ids.slice(0, 4) })).toBe(3)
  await send()
  expect(await statesOf(ctx)).toEqual(['sent', 'sent', 'sent', 'sent', 'failed'])
  expect(server.arrived).toHaveLength(3)
  expect(await auditOf(ctx)).toEqual([
    { kind: 'mail.resent', subject_title: '3 mails', subject_path: '/admin/outbox' },
  ])
})

test('all of a state are meant, and no other', async () => {
  const { ctx, server, send } = await createPost()
  await createEmails(ctx, 'failed', 'held', 'failed')
  expect(await resendEmails(ctx, { state: 'failed' })).toBe(2)
  await send()
  expect(await statesOf(ctx)).toEqual(['sent', 'held', 'sent'])
  expect(server.arrived).toHaveLength(2)
})

test('more than a slice is changed as one', async () => {
  const ctx = asOwner(await createTestCtx())
  const email = { template: 'lead-receipt', props: '{}', recipients: '[]', subject: 'Many', attempts: 0 }
  const rows = Array.from({ length: 1001 }, (_, n) => ({
    ...email,
    id: `id-${n}`,
    dedupe_key: `key-${n}`,
    state: 'failed' as const,
    created_at: n,
  }))
  await ctx.db.insertInto('email').values(rows).execute()
  expect(await dismissEmails(ctx, { state: null })).toBe(1001)
  expect(new Set(await statesOf(ctx))).toEqual(new Set(['dismissed']))
})

test('a corrected address is where they go, and the job before goes nowhere', async () => {
  const { ctx, server, send } = await createPost()
  const ids = await createEmails(ctx, 'failed', 'failed')
  await resendEmails(ctx, { ids })
  expect(await correctEmails(ctx, { selection: { ids }, address: ' right@example.com ' })).toBe(2)
  await send()
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([
    ['right@example.com'],
    ['right@example.com'],
  ])
})

test('mails to different people are not given one address, nor is what is none', async () => {
  const { ctx } = await createPost()
  const [one = ''] = await createEmails(ctx, 'failed')
  const other = await createEmail(ctx, { state: 'failed' })
  for (const [ids, address] of [
    [[one, other], 'right@example.com'],
    [[one], 'right@'],
    [[one], ' , '],
  ] as const)
    await expect(correctEmails(ctx, { selection: { ids }, address })).rejects.toMatchObject({
      fields: { address: expect.any(String) },
    })
  expect(await statesOf(ctx)).toEqual(['failed', 'failed'])
  expect(await auditOf(ctx)).toEqual([])
})

test('a mail that sets a password goes to no other address', async () => {
  const { ctx } = await createPost()
  const id = await createEmail(ctx, { template: 'password-reset', state: 'failed' })
  await expect(
    correctEmails(ctx, { selection: { ids: [id] }, address: 'thief@example.com' }),
  ).rejects.toMatchObject({ fields: { address: expect.stringContaining('owner') } })
})

test('a dismissed mail is not sent, and what was sent is not dismissed', async () => {
  const { ctx, server, send } = await createPost()
  const ids = await createEmails(ctx, 'failed', 'failed', 'sent')
  await resendEmails(ctx, { ids: ids.slice(0, 1) })
  expect(await dismissEmails(ctx, { ids })).toBe(2)
  await send()
  expect(server.arrived).toEqual([])
  expect(await statesOf(ctx)).toEqual(['dismissed', 'dismissed', 'sent'])
})

test('while the mail server is out, sending again tries it at once', async () => {
  const { ctx, send } = await createPost()
  await noteOutage(ctx, 'away', 'send')
  const [id = ''] = await createEmails(ctx, 'failed')
  expect((await findOutage(ctx))?.next_try_at).toBe(ctx.clock.now() + MINUTE)
  await resendEmails(ctx, { ids: [id] })
  await send()
  expect(await statesOf(ctx)).toEqual(['sent'])
  expect(await findOutage(ctx)).toBeNull()
})

test.each([
  [
    'correctEmails',
    (ctx: TestCtx) => correctEmails(ctx, { selection: { ids: ['?'] }, address: 'a@agency.dev' }),
  ],
  ['dismissEmails', (ctx: TestCtx) => dismissEmails(ctx, { ids: ['?'] })],
])('%s: nobody but the owner, and no mail that is not there', async (_name, change) => {
  const { ctx } = await createPost()
  await expect(change(ctx)).rejects.toMatchObject({ code: 'not-found' })
  await expect(change({ ...ctx, actor: null })).rejects.toMatchObject({ code: 'unauthenticated' })
})
