import { expect, test } from 'vitest'

import { sendEmail } from '#app/platform/email/send-email.job.server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { moveLeadToInbox, moveLeadToSpam } from './move-lead.server.ts'

async function reasonOf(ctx: TestCtx, id: string): Promise<string | null> {
  const lead = ctx.db.selectFrom('lead').select('spam_reason').where('id', '=', id)
  return (await lead.executeTakeFirstOrThrow()).spam_reason
}

async function emailsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('email').select(['template', 'state']).orderBy('template').execute()
}

const bothWays = [
  ['to spam', moveLeadToSpam],
  ['to the inbox', moveLeadToInbox],
] as const

test.each(bothWays)('%s: without the owner nothing moves', async (_way, move) => {
  const ctx = await createTestCtx()
  const id = await createSpamLead(ctx)
  await expect(move(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await reasonOf(ctx, id)).toBe('The hidden field was filled in.')
  expect(await emailsOf(ctx)).toEqual([])
})

test.each(bothWays)('%s: an unknown lead is not found, and leaves nothing', async (_way, move) => {
  const ctx = asOwner(await createTestCtx())
  await expect(move(ctx, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
  expect(await ctx.db.selectFrom('lead_event').selectAll().execute()).toEqual([])
  expect(await emailsOf(ctx)).toEqual([])
})

test('a lead moved to spam says who moved it, and its mails stay sent', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createLead(ctx)
  await moveLeadToSpam(ctx, id)
  expect(await reasonOf(ctx, id)).toBe('Moved here by hand.')
  const [event] = await ctx.db
    .selectFrom('lead_event')
    .select(['lead_id', 'actor'])
    .where('kind', '=', 'spam')
    .execute()
  expect(event).toEqual({ lead_id: id, actor: testActor.email })
  expect(await emailsOf(ctx)).toHaveLength(2)
})

test('a lead that is no spam gets the mails that were held back', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail, env: { CONTACT_EMAIL: 'desk@agency.dev' } }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createSpamLead(ctx, { name: 'Ada', email: 'ada@agency.dev' })
  await worker.whenIdle()
  expect(server.arrived).toEqual([])

  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(await reasonOf(ctx, id)).toBeNull()
  expect(await emailsOf(ctx)).toEqual([
    { template: 'lead-notice', state: 'sent' },
    { template: 'lead-receipt', state: 'sent' },
  ])
  expect(server.arrived.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
    'ada@agency.dev',
    'desk@agency.dev',
  ])
})

test('pressed twice, at once or one after the other, the mails go out once', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createSpamLead(ctx)
  await Promise.all([moveLeadToInbox(ctx, id), moveLeadToInbox(ctx, id)])
  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(await emailsOf(ctx)).toHaveLength(2)
  expect(server.arrived).toHaveLength(2)
})

test('there and back again sends nothing a second time', async () => {
  const { server, mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  const worker = startTestWorker(ctx, jobMap(sendEmail))
  const id = await createLead(ctx)
  await worker.whenIdle()
  await moveLeadToSpam(ctx, id)
  await moveLeadToInbox(ctx, id)
  await worker.whenIdle()
  expect(server.arrived).toHaveLength(2)
  const kinds = await ctx.db.selectFrom('lead_event').select('kind').orderBy('id').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['received', 'spam', 'not-spam'])
})

test('a fault while the mails are queued leaves the lead in the Spam folder', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await createSpamLead(ctx)
  const broken: TestCtx = { ...ctx, site: async () => Promise.reject(new Error('away')) }
  await expect(moveLeadToInbox(broken, id)).rejects.toThrow('away')
  expect(await reasonOf(ctx, id)).not.toBeNull()
  expect(await emailsOf(ctx)).toEqual([])
})
