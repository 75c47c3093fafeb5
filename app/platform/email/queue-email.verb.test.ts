import { expect, test } from 'vitest'
import { z } from 'zod'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { defineEmail } from './email-template.ts'
import { queueEmail, type QueuedEmail } from './queue-email.server.ts'
import { sendEmail } from './send-email.job.server.ts'

const greeting = defineEmail<{ name: string }>({
  name: 'greeting',
  props: z.object({ name: z.string() }),
  subject: ({ name }, site) => `Hello ${name} from ${site.siteName}`,
  Body: () => null,
})

function greetingTo(name: string, overrides: Partial<QueuedEmail<{ name: string }>> = {}) {
  return {
    template: greeting,
    props: { name },
    to: [`${name.toLowerCase()}@example.com`],
    dedupeKey: `greeting:${name}`,
    ...overrides,
  }
}

async function jobsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('job').select(['name', 'payload', 'max_attempts']).execute()
}

test('without a mail server a mail is held in the outbox, and nothing is to be done', async () => {
  const ctx = await createTestCtx()
  await queueEmail(
    ctx,
    greetingTo('Ada', { to: ['ada@example.com', 'b@example.com'], replyTo: 'c@example.com' }),
  )
  expect(await ctx.db.selectFrom('email').selectAll().execute()).toEqual([
    {
      attachments: null,
      handed_over_at: null,
      headers: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dedupe_key: 'greeting:Ada',
      template: 'greeting',
      props: '{"name":"Ada"}',
      recipients: '["ada@example.com","b@example.com"]',
      language: null,
      reply_to: 'c@example.com',
      subject: 'Hello Ada from Lumivox',
      state: 'held',
      round: 0,
      queued_at: ctx.clock.now(),
      attempts: 0,
      last_error: null,
      about: null,
      created_at: ctx.clock.now(),
      sent_at: null,
    },
  ])
  expect(await jobsOf(ctx)).toEqual([])
})

test('with a mail server it waits, with the job that sends it', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  await queueEmail(ctx, greetingTo('Ada', { about: 'lead:1' }))
  const [email] = await ctx.db.selectFrom('email').select(['id', 'state', 'about', 'reply_to']).execute()
  expect(email).toMatchObject({ state: 'waiting', about: 'lead:1', reply_to: null })
  const payload = JSON.stringify({ emailId: email?.id, round: 0 })
  expect(await jobsOf(ctx)).toEqual([{ name: 'send-email', payload, max_attempts: sendEmail.maxAttempts }])
})

test('the same key is queued once, however often and at whatever moment it is asked for', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  await Promise.all([1, 2, 3].map(() => queueEmail(ctx, greetingTo('Ada'))))
  await queueEmail(ctx, greetingTo('Grace', { dedupeKey: 'greeting:Ada' }))
  await queueEmail(ctx, greetingTo('Grace'))
  const emails = await ctx.db.selectFrom('email').select('props').orderBy('props').execute()
  expect(emails).toEqual([{ props: '{"name":"Ada"}' }, { props: '{"name":"Grace"}' }])
  expect(await jobsOf(ctx)).toHaveLength(2)
})

test('a mail and its job are queued with the transaction or not at all', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  const failing = withTransaction(ctx, async (inside) => {
    await queueEmail(inside, greetingTo('Ada'))
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  expect(await ctx.db.selectFrom('email').select('id').execute()).toEqual([])
  expect(await jobsOf(ctx)).toEqual([])
})
