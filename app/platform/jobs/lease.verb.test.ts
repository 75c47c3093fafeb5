import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { enqueueMany, testJob as makeTestJob } from '#tests/factories/job.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

import { enqueue } from './enqueue.server.ts'
import { backoff } from './job.server.ts'
import {
  claimJobs,
  completeJob,
  dueTimes,
  failJob,
  LEASE,
  type LeasedJob,
  postponeJob,
  releaseJob,
  renewLease,
} from './lease.server.ts'

/** Creates jobs of the kind that `claim` claims, by default. */
const testJob = (overrides: Parameters<typeof makeTestJob>[0] = {}) =>
  makeTestJob({ name: 'greet', ...overrides })

const claim = (ctx: TestCtx, count: number) => claimJobs(ctx, count, ['greet'])

async function claimOne(ctx: TestCtx): Promise<LeasedJob> {
  const [job] = await claim(ctx, 1)
  if (!job) throw new Error('No job was due.')
  return job
}

async function rowOf(ctx: TestCtx, id = '0') {
  return ctx.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const retryable = { permanent: false }

test('a claim takes the oldest due jobs, up to as many as were asked for', async () => {
  const ctx = await createTestCtx()
  const job = testJob()
  const now = ctx.clock.now()
  for (const [id, runAt] of Object.entries({ c: now - 1, a: now - 3, b: now - 2, later: now + 1 }))
    await enqueue(ctx, job, { n: 1 }, { id, runAt })
  const claimed = await claim(ctx, 2)
  expect(claimed.map(({ id }) => id).sort()).toEqual(['a', 'b'])
  expect((await claim(ctx, 5)).map(({ id }) => id)).toEqual(['c'])
  expect(await claim(ctx, 5)).toEqual([])
})

test('a claimed job is leased to its claimer and counts as a try', async () => {
  const ctx = await createTestCtx()
  const job = testJob({ name: 'greet', maxAttempts: 3 })
  await enqueueMany(ctx, job, 1)
  const claimed = await claimOne(ctx)
  expect(claimed).toEqual({
    id: '0',
    name: 'greet',
    payload: '{"n":0}',
    attempts: 1,
    max_attempts: 3,
    lease_token: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(LEASE).toBe(MINUTE)
  const leaseUntil = ctx.clock.now() + LEASE
  expect(await rowOf(ctx)).toMatchObject({ state: 'running', attempts: 1, lease_until: leaseUntil })
})

test('four claimers at once get each of forty jobs exactly once', async () => {
  const ctx = await createTestCtx()
  const ids = await enqueueMany(ctx, testJob(), 40)
  const claimUntilNone = async () => {
    const mine: string[] = []
    for (;;) {
      const claimed = await claim(ctx, 3)
      expect(claimed.length).toBeLessThanOrEqual(3)
      if (claimed.length === 0) return mine
      mine.push(...claimed.map(({ id }) => id))
    }
  }
  const shares = await Promise.all([1, 2, 3, 4].map(claimUntilNone))
  expect(shares.flat().sort()).toEqual(ids.sort())
})

test('a lease that ran out is claimed again, and one that runs is not', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  const first = await claimOne(ctx)
  ctx.clock.advance(LEASE - 1)
  expect(await claim(ctx, 1)).toEqual([])
  ctx.clock.advance(1)
  const second = await claimOne(ctx)
  expect(second).toMatchObject({ id: '0', attempts: 2 })
  expect(second.lease_token).not.toBe(first.lease_token)
})

test('a renewed lease holds for another term', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  const job = await claimOne(ctx)
  ctx.clock.advance(LEASE - 1)
  expect(await renewLease(ctx, job)).toBe(true)
  ctx.clock.advance(LEASE - 1)
  expect(await claim(ctx, 1)).toEqual([])
  ctx.clock.advance(1)
  expect(await claim(ctx, 1)).toHaveLength(1)
})

test('a completed job is done, and never claimed again', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  expect(await completeJob(ctx, await claimOne(ctx))).toBe(true)
  expect(await rowOf(ctx)).toMatchObject({
    state: 'done',
    finished_at: ctx.clock.now(),
    lease_until: null,
    last_error: null,
  })
  ctx.clock.advance(LEASE)
  expect(await claim(ctx, 1)).toEqual([])
})

const settlements: [name: string, settle: (ctx: TestCtx, job: LeasedJob) => Promise<unknown>][] = [
  ['completing', completeJob],
  ['failing', (ctx, job) => failJob(ctx, job, 'late', retryable)],
  ['failing for good', (ctx, job) => failJob(ctx, job, 'late', { permanent: true })],
  ['giving back', releaseJob],
  ['postponing', (ctx, job) => postponeJob(ctx, job, 0, 'late')],
  ['renewing', renewLease],
]

test.each(settlements)("%s under a lease that is another's by now changes nothing", async (_name, settle) => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  const stale = await claimOne(ctx)
  ctx.clock.advance(LEASE)
  const fresh = await claimOne(ctx)
  const before = await rowOf(ctx)
  ctx.clock.advance(SECOND)
  expect(await settle(ctx, stale)).toBeFalsy()
  expect(await rowOf(ctx)).toEqual(before)
  expect(await completeJob(ctx, fresh)).toBe(true)
})

test.each(settlements)('%s a job that was settled before changes nothing', async (_name, settle) => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  const job = await claimOne(ctx)
  await completeJob(ctx, job)
  const before = await rowOf(ctx)
  ctx.clock.advance(SECOND)
  expect(await settle(ctx, job)).toBeFalsy()
  expect(await rowOf(ctx)).toEqual(before)
})

test('a failed job waits longer each time, with its reason, and is claimed when it falls due', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob({ maxAttempts: 5 }), 1)
  for (const attempt of [1, 2, 3, 4]) {
    const job = await claimOne(ctx)
    expect(job.attempts).toBe(attempt)
    expect(await failJob(ctx, job, `no ${attempt}`, retryable)).toBe('waiting')
    const row = await rowOf(ctx)
    expect(row).toMatchObject({
      state: 'waiting',
      last_error: `no ${attempt}`,
      lease_until: null,
      finished_at: null,
    })
    const wait = row.run_at - ctx.clock.now()
    expect(wait).toBeGreaterThanOrEqual(backoff(attempt, () => 0))
    expect(wait).toBeLessThanOrEqual(backoff(attempt, () => 1))
    ctx.clock.advance(wait - 1)
    expect(await claim(ctx, 1)).toEqual([])
    ctx.clock.advance(1)
  }
})

test('the last try that fails is a dead letter', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob({ maxAttempts: 2 }), 1)
  await failJob(ctx, await claimOne(ctx), 'first', retryable)
  ctx.clock.advance(MINUTE)
  await failJob(ctx, await claimOne(ctx), 'second', retryable)
  expect(await rowOf(ctx)).toMatchObject({
    state: 'dead',
    attempts: 2,
    last_error: 'second',
    finished_at: ctx.clock.now(),
  })
  ctx.clock.advance(24 * HOUR)
  expect(await claim(ctx, 1)).toEqual([])
})

test('a failure for good is a dead letter at once', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob({ maxAttempts: 10 }), 1)
  await failJob(ctx, await claimOne(ctx), 'refused', { permanent: true })
  expect(await rowOf(ctx)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'refused' })
})

test('a long reason is kept in part', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob(), 1)
  await failJob(ctx, await claimOne(ctx), 'x'.repeat(10_000), retryable)
  expect((await rowOf(ctx)).last_error).toBe('x'.repeat(500))
})

test('a job given back is due at once, and that try does not count', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob({ maxAttempts: 1 }), 1)
  expect(await releaseJob(ctx, await claimOne(ctx))).toBe(true)
  expect(await rowOf(ctx)).toMatchObject({
    state: 'waiting',
    attempts: 0,
    lease_until: null,
    last_error: null,
  })
  expect(await claimOne(ctx)).toMatchObject({ attempts: 1 })
})

test('only jobs of the kinds that are named are claimed', async () => {
  const ctx = await createTestCtx()
  await enqueue(ctx, testJob({ name: 'other' }), { n: 1 }, { id: 'other' })
  await enqueue(ctx, testJob(), { n: 1 }, { id: 'mine' })
  expect((await claim(ctx, 5)).map(({ id }) => id)).toEqual(['mine'])
  const left = await claimJobs(ctx, 5, ['greet', 'other'])
  expect(left.map(({ id }) => id)).toEqual(['other'])
})

test('a postponed job is due again then, and that try does not count', async () => {
  const ctx = await createTestCtx()
  await enqueueMany(ctx, testJob({ maxAttempts: 1 }), 1)
  const until = ctx.clock.now() + MINUTE
  expect(await postponeJob(ctx, await claimOne(ctx), until, 'away')).toBe(true)
  expect(await rowOf(ctx)).toMatchObject({ state: 'waiting', attempts: 0, run_at: until, last_error: 'away' })
  expect(await claim(ctx, 1)).toEqual([])
  ctx.clock.advance(MINUTE)
  expect(await claimOne(ctx)).toMatchObject({ attempts: 1 })
})

test('each kind is due with its first waiting job, or when the lease of a process that died ends', async () => {
  const ctx = await createTestCtx()
  const dueAt = async () => Object.fromEntries(await dueTimes(ctx, ['greet', 'other', 'none']))
  expect(await dueAt()).toEqual({})
  const now = ctx.clock.now()
  for (const [name, run] of [
    ['greet', 2000],
    ['greet', 1000],
    ['other', 3000],
    ['unasked', 0],
  ] as const)
    await enqueue(ctx, testJob({ name }), { n: 1 }, { runAt: now + run })
  expect(await dueAt()).toEqual({ greet: now + 1000, other: now + 3000 })
  ctx.clock.advance(1000)
  await claimOne(ctx)
  expect(await dueAt()).toEqual({ greet: now + 2000, other: now + 3000 })
  ctx.clock.advance(1000)
  await claimOne(ctx)
  expect(await dueAt()).toEqual({ greet: now + 1000 + LEASE, other: now + 3000 })
})

test.skipIf(testEngine === 'sqlite')(
  'a server that expects one row takes no more jobs than asked for',
  async () => {
    const ctx = await createTestCtx()
    await enqueue(ctx, testJob(), { n: 0 })
    // With these statistics PostgreSQL would repeat the subquery for each row.
    await sql`analyze job`.execute(ctx.db)
    await enqueueMany(ctx, testJob(), 20)
    expect(await claim(ctx, 4)).toHaveLength(4)
  },
)
