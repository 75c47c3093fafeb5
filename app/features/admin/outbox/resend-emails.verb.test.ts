import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import type { FakeSmtpServer } from '#tests/fakes/smtp-server.ts'
import { createEmail } from '#tests/factories/email.ts'
import { jobMap } from '#tests/factories/job.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { resendEmails } from './resend-emails.server.ts'

const resendEmail = (ctx: Ctx, id: string) => resendEmails(ctx, { ids: [id] })

async function createPost(): Promise<{ ctx: TestCtx; server: FakeSmtpServer }> {
  const { server, mail } = await createTestSmtp()
  return { server, ctx: asOwner(await createTestCtx({ mail })) }
}

async function emailsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('email').select(['state', 'attempts', 'last_error']).orderBy('id').execute()
}

async function jobsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('job').select(['name', 'payload']).execute()
}

test('without the owner nothing is queued', async () => {
  const { ctx } = await createPost()
  const id = await createEmail(ctx)
  await expect(resendEmail({ ...ctx, actor: null }, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await emailsOf(ctx)).toMatchObject([{ state: 'held' }])
  expect(await jobsOf(ctx)).toEqual([])
})

test('without a mail server it says what to do', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createEmail(ctx)
  await expect(resendEmail(ctx, id)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('SMTP_URL'),
  })
  expect(await emailsOf(ctx)).toMatchObject([{ state: 'held' }])
})

test('an unknown mail is not found', async () => {
  const { ctx } = await createPost()
  await expect(resendEmail(ctx, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
  expect(await jobsOf(ctx)).toEqual([])
})

test.each<EmailState>(['held', 'failed'])('a %s mail waits again, with all its tries', async (state) => {
  const { ctx, server } = await createPost()
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
  const { ctx } = await createPost()
  const id = await createEmail(ctx, { state, attempts: 2 })
  await resendEmail(ctx, id)
  expect(await emailsOf(ctx)).toEqual([{ state, attempts: 2, last_error: null }])
  expect(await jobsOf(ctx)).toEqual([])
})

test('pressed again while it waits it is queued once', async () => {
  const { ctx, server } = await createPost()
  const id = await createEmail(ctx)
  await resendEmail(ctx, id)
  await resendEmail(ctx, id)
  await startTestWorker(ctx, jobMap(sendEmail)).whenIdle()
  expect(await jobsOf(ctx)).toHaveLength(1)
  expect(server.arrived).toHaveLength(1)
})
