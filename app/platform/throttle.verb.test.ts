import { expect, test } from 'vitest'

import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { MINUTE, SECOND } from './clock.ts'
import { AppError } from './errors.ts'
import {
  countAddress,
  countAgainst,
  deleteExpiredThrottles,
  forgetAddress,
  forgetHits,
  isWithin,
  type ThrottleRule,
} from './throttle.server.ts'

const rule: ThrottleRule = { name: 'knock', limit: 3, windowMs: 10 * MINUTE }

async function hit(ctx: TestCtx, subject = 'someone', times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) await countAgainst(ctx, rule, subject)
}

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(AppError)
  return outcome as AppError
}

test('lets through as many as the limit, and says how long to wait after that', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 3)
  ctx.clock.advance(MINUTE)
  const refusal = await refusalOf(hit(ctx))
  expect(refusal).toMatchObject({
    code: 'too-many',
    status: 429,
    retryAfter: 540,
    message: 'Too many tries. Please wait 9 minutes and try again.',
  })
})

test('the wait is told in words, and is never less than a second', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 3)
  const waits: [left: number, words: string, seconds: number][] = [
    [MINUTE + SECOND, '2 minutes', 61],
    [MINUTE, '1 minute', 60],
    [59 * SECOND, '59 seconds', 59],
    [SECOND, '1 second', 1],
    [1, '1 second', 1],
  ]
  let left = rule.windowMs
  for (const [next, words, seconds] of waits) {
    ctx.clock.advance(left - next)
    left = next
    const refusal = await refusalOf(hit(ctx))
    expect(refusal.message).toContain(`wait ${words} and`)
    expect(refusal.retryAfter).toBe(seconds)
  }
})

test('a window opens with its first hit and ends after its time, whatever came within', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 2)
  ctx.clock.advance(10 * MINUTE - 1)
  await hit(ctx)
  await refusalOf(hit(ctx))
  ctx.clock.advance(1)
  await hit(ctx, 'someone', 3)
  await refusalOf(hit(ctx))
})

test('refused hits do not prolong the wait', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 3)
  for (let n = 0; n < 9; n += 1) {
    ctx.clock.advance(MINUTE)
    await refusalOf(hit(ctx))
  }
  ctx.clock.advance(MINUTE)
  await hit(ctx)
})

test('each subject and each rule counts for itself', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 3)
  await hit(ctx, 'someone else', 3)
  await countAgainst(ctx, { ...rule, name: 'other' }, 'someone')
  await refusalOf(hit(ctx, 'someone'))
  await refusalOf(hit(ctx, 'someone else'))
})

test('hits at the same moment are all counted', async () => {
  const ctx = await createTestCtx()
  const hits = await Promise.allSettled(Array.from({ length: 12 }, () => hit(ctx)))
  expect(hits.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3)
  expect(await ctx.db.selectFrom('throttle').select('hits').execute()).toEqual([{ hits: 12 }])
})

test('forgotten hits are as if they had not been, those of others stay', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'someone', 3)
  await hit(ctx, 'someone else', 3)
  await forgetHits(ctx, rule, 'someone')
  await hit(ctx, 'someone', 3)
  await refusalOf(hit(ctx, 'someone else'))
})

test('the throttle’s keys cannot be read back', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, '203.0.113.7')
  const [row] = await ctx.db.selectFrom('throttle').select('key').execute()
  expect(row?.key).toMatch(/^knock:[\w-]{43}$/)
})

test('the clean-up deletes windows that are over and no other', async () => {
  const ctx = await createTestCtx()
  await hit(ctx, 'early')
  ctx.clock.advance(MINUTE)
  await hit(ctx, 'late', 3)
  ctx.clock.advance(9 * MINUTE)
  await deleteExpiredThrottles(ctx)
  expect(await ctx.db.selectFrom('throttle').select('hits').execute()).toEqual([{ hits: 3 }])
  await refusalOf(hit(ctx, 'late'))
})

test('without limits nothing is counted', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  await hit(ctx, 'someone', 10)
  expect(await ctx.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('a line of IPv6 does not get past a limit by changing addresses', async () => {
  const ctx = await createTestCtx()
  const passed = async (count: number, addressOf: (n: number) => string) => {
    let through = 0
    for (let n = 0; n < count; n += 1)
      await countAddress(ctx, rule, addressOf(n)).then(
        () => (through += 1),
        () => {},
      )
    return through
  }
  expect(await passed(8, () => '2001:db8:1:1::/64')).toBe(3)
  expect(await passed(8, (n) => `2001:db8:1:${n + 2}::/64`)).toBe(3)
  expect(await passed(20, (n) => `2001:db8:1:${(n + 256).toString(16)}::/64`)).toBe(6)
  expect(await passed(4, () => '203.0.113.7')).toBe(3)
  await forgetAddress(ctx, rule, '203.0.113.7')
  await countAddress(ctx, rule, '203.0.113.7')
})

test('whether a hit is within the limit can be asked without a refusal', async () => {
  const ctx = await createTestCtx()
  const answers: boolean[] = []
  for (let n = 0; n < 4; n += 1) answers.push(await isWithin(ctx, rule, 'someone'))
  expect(answers).toEqual([true, true, true, false])
})
