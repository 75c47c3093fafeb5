import { expect, test } from 'vitest'

import { leadReceiptEmail } from '#app/features/leads/lead-receipt.email.tsx'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import type { SmtpBehaviour } from '#tests/fakes/smtp-server.ts'
import { jobMap } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { findOutage, noteOutage, takeTurn, tryMailServerNow } from './mail-outage.server.ts'
import { queueEmail } from './queue-email.server.ts'
import { sendEmail } from './send-email.job.server.ts'

async function createPost() {
  const { server, mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  return { ctx, server, startWorker: () => startTestWorker(ctx, jobMap(sendEmail)) }
}

async function queueReceipts(ctx: TestCtx, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await queueEmail(ctx, {
      template: leadReceiptEmail,
      props: { name: 'Ada' },
      to: [`ada${n}@example.com`],
      dedupeKey: `receipt:${n}`,
    })
}

async function statesOf(ctx: TestCtx): Promise<EmailState[]> {
  const rows = await ctx.db.selectFrom('email').select('state').orderBy('state').execute()
  return rows.map(({ state }) => state)
}

const outages: [name: string, behaviour: SmtpBehaviour][] = [
  ['a greeting with 554', { kind: 'reply', at: 'greeting', code: 554, text: 'No service' }],
  ['530', { kind: 'reply', at: 'sender', code: 530, text: '5.7.0 Authentication required' }],
  ['535', { kind: 'refuse-auth' }],
  ['a daily limit', { kind: 'reply', at: 'recipient', code: 550, text: '5.4.5 Daily limit exceeded' }],
]

test.each(outages)('%s stops all mail, and one mail finds out that it is over', async (_name, behaviour) => {
  const { ctx, server, startWorker } = await createPost()
  server.behave(behaviour)
  await queueReceipts(ctx, 6)
  const worker = startWorker()
  await worker.whenIdle()
  expect(server.connections()).toBeLessThanOrEqual(2)
  expect(await statesOf(ctx)).toEqual(Array<EmailState>(6).fill('waiting'))
  expect(await findOutage(ctx)).toMatchObject({ since: ctx.clock.now(), tries: 1 })

  server.behave({ kind: 'accept' })
  await worker.whenIdle()
  expect(server.arrived).toEqual([])
  ctx.clock.advance(MINUTE)
  await worker.whenIdle()
  expect(await statesOf(ctx)).toEqual(Array<EmailState>(6).fill('sent'))
  expect(await findOutage(ctx)).toBeNull()
})

test('while it lasts one mail a pause tries, pauses grow to an hour, and after three days it is given up', async () => {
  const { ctx, server, startWorker } = await createPost()
  await server.close()
  await queueReceipts(ctx, 3)
  const worker = startWorker()
  await worker.whenIdle()
  const pauses: number[] = []
  for (;;) {
    const outage = await findOutage(ctx)
    const pause = (outage?.next_try_at ?? 0) - ctx.clock.now()
    if (pauses.length > 0 && (await statesOf(ctx))[0] === 'failed') break
    pauses.push(pause / MINUTE)
    ctx.clock.advance(pause)
    await worker.whenIdle()
  }
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(await statesOf(ctx)).toEqual(['failed', 'failed', 'failed'])
  expect(ctx.clock.now() - Date.UTC(2026, 10, 21, 12)).toBeGreaterThanOrEqual(3 * DAY)
  expect(ctx.clock.now() - Date.UTC(2026, 10, 21, 12)).toBeLessThan(3 * DAY + 2 * HOUR)
})

test('a refusal of one mail is no outage, and ends one', async () => {
  const { ctx, server, startWorker } = await createPost()
  await noteOutage(ctx, 'away', 'send')
  server.behave({ kind: 'refuse-recipient', addresses: ['ada0@example.com'] })
  await queueReceipts(ctx, 2)
  ctx.clock.advance(MINUTE)
  await startWorker().whenIdle()
  expect(await statesOf(ctx)).toEqual(['failed', 'sent'])
  expect(await findOutage(ctx)).toBeNull()
})

test('a mail on which the server hangs up stops the others for a pause alone', async () => {
  const { ctx, server, startWorker } = await createPost()
  await queueReceipts(ctx, 1)
  server.behave({ kind: 'hang-after-data' })
  const worker = startWorker()
  await eventually(() => expect(server.arrived).toHaveLength(1))
  server.cut()
  await worker.whenIdle()
  expect(await findOutage(ctx)).not.toBeNull()
  server.behave({ kind: 'accept' })
  ctx.clock.advance(MINUTE)
  await worker.whenIdle()
  expect(await statesOf(ctx)).toEqual(['sent'])
  const ids = server.arrived.map(({ headers }) => headers.find(([name]) => name === 'message-id')?.[1])
  expect(new Set(ids).size).toBe(1)
})

test('one instance makes the trial; if it reports nothing, another makes the next', async () => {
  const ctx = await createTestCtx()
  expect(await takeTurn(ctx)).toBe('send')
  await noteOutage(ctx, 'away', 'send')
  expect(await takeTurn(ctx)).toBe('wait')
  ctx.clock.advance(MINUTE)
  const turns = await Promise.all([1, 2, 3].map(() => takeTurn(ctx)))
  expect(turns.toSorted()).toEqual(['trial', 'wait', 'wait'])
  ctx.clock.advance(5 * MINUTE)
  expect(await takeTurn(ctx)).toBe('trial')
  await tryMailServerNow(ctx)
  expect(await takeTurn(ctx)).toBe('trial')
})

test('mails under way beside the first failure make the pause no longer', async () => {
  const ctx = await createTestCtx()
  await noteOutage(ctx, 'away', 'send')
  const before = await findOutage(ctx)
  await noteOutage(ctx, 'away too', 'send')
  expect(await findOutage(ctx)).toEqual(before)
})

test('no address stands in what is told of it', async () => {
  const ctx = await createTestCtx()
  await noteOutage(ctx, '550 5.4.5 <ada@example.com>: daily limit', 'send')
  expect((await findOutage(ctx))?.reason).toBe('550 5.4.5 <…>: daily limit')
})

test('a mail that is stopped by a shutdown is given back, and neither counts as a try nor as an outage', async () => {
  const { ctx, server, startWorker } = await createPost()
  server.behave({ kind: 'hang-after-data' })
  await queueReceipts(ctx, 1)
  const worker = startWorker()
  await eventually(() => expect(server.arrived).toHaveLength(1))
  await worker.drain(0)
  const job = await ctx.db.selectFrom('job').select(['state', 'attempts']).executeTakeFirstOrThrow()
  expect(job).toEqual({ state: 'waiting', attempts: 0 })
  const email = await ctx.db.selectFrom('email').select(['state', 'attempts']).executeTakeFirstOrThrow()
  expect(email).toEqual({ state: 'waiting', attempts: 0 })
  expect(await findOutage(ctx)).toBeNull()
})
