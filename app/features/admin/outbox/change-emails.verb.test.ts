import { expect, test } from 'vitest'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import { findOutage, noteOutage } from '#app/platform/email/mail-outage.server.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { createEmail } from '#tests/factories/email.ts'
import { jobMap } from '#tests/factories/job.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { correctEmails, dismissEmails, resendEmails } from './change-emails.server.ts'

async function createMailing() {
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

const resendEmail = (ctx: Ctx, id: string) => resendEmails(ctx, { ids: [id] })

async function emailsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('email').select(['state', 'attempts', 'last_error']).orderBy('id').execute()
}

async function jobsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('job').select(['name', 'payload']).execute()
}

test('many mails are sent again at once, with one entry in the audit log', async () => {
  const { ctx, server, send } = await createMailing()
  const ids = await createEmails(ctx, 'failed', 'held', 'dismissed', 'sent', 'failed')
  expect(await resendEmails(ctx, { ids: ids.slice(0, 4) })).toBe(3)
  await send()
  expect(await statesOf(ctx)).toEqual(['sent', 'sent', 'sent', 'sent', 'failed'])
  expect(server.arrived).toHaveLength(3)
  expect(await auditOf(ctx)).toEqual([
    { kind: 'mail.resent', subject_title: '3 mails', subject_path: '/admin/outbox' },
  ])
})

test('all mails of a state are changed, and no others', async () => {
  const { ctx, server, send } = await createMailing()
  await createEmails(ctx, 'failed', 'held', 'failed')
  expect(await resendEmails(ctx, { state: 'failed' })).toBe(2)
  await send()
  expect(await statesOf(ctx)).toEqual(['sent', 'held', 'sent'])
  expect(server.arrived).toHaveLength(2)
})

test('more mails than a slice are changed as one', async () => {
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

test('mails go to the corrected address, and the former job sends nothing', async () => {
  const { ctx, server, send } = await createMailing()
  const ids = await createEmails(ctx, 'failed', 'failed')
  await resendEmails(ctx, { ids })
  expect(await correctEmails(ctx, { selection: { ids }, address: ' right@example.com ' })).toBe(2)
  await send()
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([
    ['right@example.com'],
    ['right@example.com'],
  ])
})

test('mails to different people are not given one address, and invalid addresses are refused', async () => {
  const { ctx } = await createMailing()
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
  const { ctx } = await createMailing()
  const id = await createEmail(ctx, { template: 'password-reset', state: 'failed' })
  await expect(
    correctEmails(ctx, { selection: { ids: [id] }, address: 'thief@example.com' }),
  ).rejects.toMatchObject({ fields: { address: expect.stringContaining('owner') } })
})

test('a dismissed mail is not sent, and what was sent is not dismissed', async () => {
  const { ctx, server, send } = await createMailing()
  const ids = await createEmails(ctx, 'failed', 'failed', 'sent')
  await resendEmails(ctx, { ids: ids.slice(0, 1) })
  expect(await dismissEmails(ctx, { ids })).toBe(2)
  await send()
  expect(server.arrived).toEqual([])
  expect(await statesOf(ctx)).toEqual(['dismissed', 'dismissed', 'sent'])
})

test('while the mail server is out, sending again tries it at once', async () => {
  const { ctx, send } = await createMailing()
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
  const { ctx } = await createMailing()
  await expect(change(ctx)).rejects.toMatchObject({ code: 'not-found' })
  await expect(change({ ...ctx, actor: null })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('without the owner nothing is queued', async () => {
  const { ctx } = await createMailing()
  const id = await createEmail(ctx)
  await expect(resendEmail({ ...ctx, actor: null }, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await emailsOf(ctx)).toMatchObject([{ state: 'held' }])
  expect(await jobsOf(ctx)).toEqual([])
})

test('without a mail server it says what to do', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createEmail(ctx)
  await expect(resendEmail(ctx, id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Connections'),
  })
  expect(await emailsOf(ctx)).toMatchObject([{ state: 'held' }])
})

test('an unknown mail is not found', async () => {
  const { ctx } = await createMailing()
  await expect(resendEmail(ctx, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
  expect(await jobsOf(ctx)).toEqual([])
})

test.each<EmailState>(['held', 'failed'])('a %s mail waits again, with all its tries', async (state) => {
  const { ctx, server } = await createMailing()
  const id = await createEmail(ctx, { state, attempts: 20, last_error: '550 No such user' })
  await createEmail(ctx, { state, attempts: 7 })
  await resendEmail(ctx, id)
  expect(await emailsOf(ctx)).toEqual([
    { state: 'waiting', attempts: 0, last_error: null },
    { state, attempts: 7, last_error: null },
  ])
  expect(await jobsOf(ctx)).toEqual([
    { name: 'send-email', payload: JSON.stringify({ emailId: id, round: 1 }) },
  ])
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  expect(server.arrived).toHaveLength(1)
})

test.each<EmailState>(['waiting', 'sent'])('a %s mail is left alone', async (state) => {
  const { ctx } = await createMailing()
  const id = await createEmail(ctx, { state, attempts: 2 })
  await resendEmail(ctx, id)
  expect(await emailsOf(ctx)).toEqual([{ state, attempts: 2, last_error: null }])
  expect(await jobsOf(ctx)).toEqual([])
})

test('pressed again while it waits it is queued once', async () => {
  const { ctx, server } = await createMailing()
  const id = await createEmail(ctx)
  await resendEmail(ctx, id)
  await resendEmail(ctx, id)
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  expect(await jobsOf(ctx)).toHaveLength(1)
  expect(server.arrived).toHaveLength(1)
})
