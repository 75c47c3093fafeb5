import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, onTestFinished, test, vi } from 'vitest'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueueMany, jobMap, testJob } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { enqueue } from './enqueue.server.ts'
import { type Job, JobPostponed, lanes, NeverFinished, PermanentJobFailure } from './job.server.ts'
import { claimJobs, LEASE } from './lease.server.ts'

/** Creates a job that runs until `open` is called or it is told to stop. */
function gatedJob(): { job: Job<{ n: number }>; started: number[]; open: () => void } {
  const started: number[] = []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const job = testJob({
    async run(_ctx, { n }, { signal }) {
      started.push(n)
      await Promise.race([opened, once(signal, 'abort')])
      signal.throwIfAborted()
    },
  })
  return { job, started, open }
}

/** Only leases use an interval, so the worker's other timers stay real. */
function useFakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function statesOf(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('job').select('state').orderBy('state').execute()
  return rows.map((row) => row.state)
}

async function rowOf(ctx: TestCtx, id = '0') {
  return ctx.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('runs what was queued before it started and what is queued after', async () => {
  const ctx = await createTestCtx()
  const ran: number[] = []
  const job = testJob({ run: async (_ctx, { n }) => void ran.push(n) })
  await enqueue(ctx, job, { n: 1 })
  startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(ran).toEqual([1]))
  await withTransaction(ctx, (inside) => enqueue(inside, job, { n: 2 }))
  await eventually(() => expect(ran).toEqual([1, 2]))
  await eventually(async () => expect(await statesOf(ctx)).toEqual(['done', 'done']))
})

test('runs more jobs than it runs at a time, at most four at once', async () => {
  const ctx = await createTestCtx()
  let [now, most] = [0, 0]
  const job = testJob({
    async run() {
      now += 1
      most = Math.max(most, now)
      await new Promise(setImmediate)
      now -= 1
    },
  })
  await enqueueMany(ctx, job, 20)
  startTestWorker(ctx, jobMap(job))
  await eventually(async () => expect(new Set(await statesOf(ctx))).toEqual(new Set(['done'])))
  expect(most).toBe(4)
})

test('what a job stores at its end is stored together with its end, or not at all', async () => {
  const ctx = await createTestCtx()
  const store = (key: string) => (inside: Ctx) =>
    inside.db.insertInto('setting').values({ key, value: '1', updated_at: 1 }).execute()
  const kept = testJob({ run: async () => async (inside) => void (await store('kept')(inside)) })
  const undone = testJob({
    maxAttempts: 1,
    run: async () => async (inside) => {
      await store('undone')(inside)
      throw new Error('It ends otherwise.')
    },
  })
  await enqueue(ctx, kept, { n: 1 }, { id: '0' })
  await enqueue(ctx, undone, { n: 2 }, { id: '1' })
  await startTestWorker(ctx, jobMap(kept, undone)).whenIdle()
  expect(await rowOf(ctx, '0')).toMatchObject({ state: 'done' })
  expect(await rowOf(ctx, '1')).toMatchObject({ state: 'dead', last_error: 'It ends otherwise.' })
  const keys = await ctx.db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', ['kept', 'undone'])
    .execute()
  expect(keys).toEqual([{ key: 'kept' }])
})

test("what a job whose lease is another's by now would store is not stored, unless it did what cannot be undone", async () => {
  const ctx = await createTestCtx()
  const losing = async (_ctx: Ctx, { n }: { n: number }) => {
    const lost = { attempts: 2, lease_token: 'of another', lease_until: ctx.clock.now() + LEASE }
    await ctx.db.updateTable('job').set(lost).where('id', '=', String(n)).execute()
    return async (inside: Ctx) =>
      void (await inside.db
        .insertInto('setting')
        .values({ key: `stored ${n}`, value: '1', updated_at: 1 })
        .execute())
  }
  await enqueue(ctx, testJob({ name: 'undone', run: losing }), { n: 0 }, { id: '0' })
  await enqueue(ctx, testJob({ name: 'sent' }), { n: 1 }, { id: '1' })
  const kinds = jobMap(
    testJob({ name: 'undone', run: losing }),
    testJob({ name: 'sent', run: losing, concludesAlways: true }),
  )
  await startTestWorker(ctx, kinds).whenIdle()
  const stored = ctx.db.selectFrom('setting').select('key').where('key', 'like', 'stored %')
  expect(await stored.execute()).toEqual([{ key: 'stored 1' }])
  expect(await rowOf(ctx)).toMatchObject({ state: 'running', lease_token: 'of another' })
})

test('a kind of job that runs one at a time leaves the other slots to others', async () => {
  const ctx = await createTestCtx()
  const { job: gated, started, open } = gatedJob()
  const slow = { ...gated, concurrency: 1 }
  const ran: number[] = []
  const quick = testJob({ run: async (_ctx, { n }) => void ran.push(n) })
  await enqueueMany(ctx, slow, 6)
  for (const n of [1, 2, 3]) await enqueue(ctx, quick, { n })
  startTestWorker(ctx, jobMap(slow, quick))
  await eventually(() => expect(new Set(ran)).toEqual(new Set([1, 2, 3])))
  expect(started).toHaveLength(1)
  open()
  await eventually(async () => expect(new Set(await statesOf(ctx))).toEqual(new Set(['done'])))
  expect(new Set(started)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  const attempts = await ctx.db.selectFrom('job').select('attempts').distinct().execute()
  expect(attempts).toEqual([{ attempts: 1 }])
})

test('jobs of such a kind follow each other at once, not at the next look', async () => {
  const ctx = await createTestCtx()
  const quick = testJob({ concurrency: 1, run: async () => {} })
  await enqueueMany(ctx, quick, 30)
  startTestWorker(ctx, jobMap(quick))
  await eventually(async () => expect(new Set(await statesOf(ctx))).toEqual(new Set(['done'])))
})

test('a job that fails in each of its tries is a dead letter, and whoever waits for it is told', async () => {
  const ctx = await createTestCtx()
  const told: unknown[] = []
  let tries = 0
  const job = testJob({
    maxAttempts: 3,
    run: async () => Promise.reject(new Error(`try ${(tries += 1)}`)),
    givenUp: async (inside, payload, error) => void told.push([inside.db.isTransaction, payload, error]),
  })
  await enqueueMany(ctx, job, 1)
  const worker = startTestWorker(ctx, jobMap(job))
  for (let n = 0; n < 5; n += 1) {
    expect(told).toHaveLength(n < 3 ? 0 : 1)
    await worker.whenIdle()
    ctx.clock.advance(HOUR)
  }
  expect(told).toEqual([[true, { n: 0 }, new Error('try 3')]])
  expect(await rowOf(ctx)).toMatchObject({ state: 'dead', attempts: 3, last_error: 'try 3' })
})

test('a job that ended its process in each of its tries is not run again', async () => {
  const ctx = await createTestCtx()
  const told: unknown[] = []
  const run = vi.fn<() => Promise<void>>()
  const job = testJob({
    maxAttempts: 2,
    run,
    givenUp: async (_ctx, _payload, error) => void told.push(error),
  })
  await enqueueMany(ctx, job, 1)
  for (let n = 0; n < 2; n += 1) {
    await claimJobs(ctx, 1, [job.name])
    ctx.clock.advance(LEASE)
  }
  await startTestWorker(ctx, jobMap(job)).whenIdle()
  expect(run).not.toHaveBeenCalled()
  expect(told).toEqual([expect.any(NeverFinished)])
  expect(await rowOf(ctx)).toMatchObject({ state: 'dead', attempts: 3 })
})

test('a job that fails once is tried again after its pause and not before', async () => {
  const ctx = await createTestCtx()
  const tries: number[] = []
  const job = testJob({
    async run() {
      tries.push(tries.length + 1)
      if (tries.length === 1) throw new Error('away')
    },
  })
  await enqueueMany(ctx, job, 1)
  const worker = startTestWorker(ctx, jobMap(job))
  await worker.whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'away' })
  await worker.whenIdle()
  expect(tries).toEqual([1])
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'done', attempts: 2 })
  expect(tries).toEqual([1, 2])
})

test('a failure for good is a dead letter after one try', async () => {
  const ctx = await createTestCtx()
  const job = testJob({ run: async () => Promise.reject(new PermanentJobFailure('refused')) })
  await enqueueMany(ctx, job, 1)
  await startTestWorker(ctx, jobMap(job)).whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'dead', attempts: 1, last_error: 'refused' })
})

test('a job of a kind that this version does not know is left for one that does', async () => {
  const ctx = await createTestCtx()
  const ran: number[] = []
  const newer = testJob({ name: 'of-tomorrow', run: async (_ctx, { n }) => void ran.push(n) })
  const known = testJob({ run: async () => {} })
  await enqueueMany(ctx, newer, 1)
  await enqueue(ctx, known, { n: 1 }, { id: 'known' })
  const before = await rowOf(ctx)
  const older = startTestWorker(ctx, jobMap(known))
  await older.whenIdle()
  expect(await rowOf(ctx)).toEqual(before)
  expect(await rowOf(ctx, 'known')).toMatchObject({ state: 'done' })
  await startTestWorker(ctx, jobMap(known, newer)).whenIdle()
  expect(ran).toEqual([0])
  expect(await rowOf(ctx)).toMatchObject({ state: 'done', attempts: 1 })
})

test('a payload that does not fit is a dead letter, and the job is not run', async () => {
  const ctx = await createTestCtx()
  const run = vi.fn<() => Promise<void>>()
  const job = testJob({ run })
  await enqueueMany(ctx, job, 1)
  await ctx.db.updateTable('job').set({ payload: '{"n":"one"}' }).execute()
  await startTestWorker(ctx, jobMap(job)).whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'dead', attempts: 1 })
  expect((await rowOf(ctx)).last_error).toMatch(/payload is invalid/)
  expect(run).not.toHaveBeenCalled()
})

test('a job that fails holds up no other', async () => {
  const ctx = await createTestCtx()
  const bad = testJob({ run: async () => Promise.reject(new Error('away')) })
  const ran: number[] = []
  const good = testJob({ run: async (_ctx, { n }) => void ran.push(n) })
  for (let n = 0; n < 6; n += 1) {
    await enqueue(ctx, bad, { n })
    await enqueue(ctx, good, { n })
  }
  await startTestWorker(ctx, jobMap(bad, good)).whenIdle()
  expect(ran).toHaveLength(6)
  expect(new Set(ran)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})

test('draining lets running jobs finish and claims no more', async () => {
  const ctx = await createTestCtx()
  const { job, started, open } = gatedJob()
  await enqueueMany(ctx, job, 6)
  const worker = startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(started).toHaveLength(4))
  const drained = worker.drain(60_000)
  // Long enough for a wrong early stop to reach the jobs.
  await pause(20)
  open()
  await drained
  expect(await statesOf(ctx)).toEqual(['done', 'done', 'done', 'done', 'waiting', 'waiting'])
  expect(started).toHaveLength(4)
})

test('what does not finish in time is told to stop, and given back at once without counting the try', async () => {
  const ctx = await createTestCtx()
  const { job, started } = gatedJob()
  await enqueueMany(ctx, job, 2)
  const worker = startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(started).toHaveLength(2))
  await worker.drain(0)
  for (const id of ['0', '1'])
    expect(await rowOf(ctx, id)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      lease_until: null,
      run_at: ctx.clock.now(),
      last_error: null,
    })

  const ran: number[] = []
  const done = { ...job, run: async () => void ran.push(1) }
  await startTestWorker(ctx, jobMap(done)).whenIdle()
  expect(await statesOf(ctx)).toEqual(['done', 'done'])
  expect(ran).toHaveLength(2)
})

test('a job that fails by itself while the process drains counts as a try', async () => {
  const ctx = await createTestCtx()
  const { promise: failed, reject: fail } = Promise.withResolvers<void>()
  const started: number[] = []
  const job = testJob({
    async run(_ctx, { n }) {
      started.push(n)
      await failed
    },
  })
  await enqueueMany(ctx, job, 1)
  const worker = startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(started).toEqual([0]))
  const drained = worker.drain(60_000)
  fail(new Error('away'))
  await drained
  expect(await rowOf(ctx)).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'away' })
})

test('a running job keeps its lease as long as it runs', async () => {
  useFakeIntervals()
  const ctx = await createTestCtx()
  const { job, started, open } = gatedJob()
  await enqueueMany(ctx, job, 1)
  const worker = startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(started).toEqual([0]))
  const claimedUntil = (await rowOf(ctx)).lease_until ?? 0
  ctx.clock.advance(LEASE - 1)
  vi.advanceTimersByTime(LEASE / 3)
  await eventually(async () => expect((await rowOf(ctx)).lease_until).toBeGreaterThan(claimedUntil))
  ctx.clock.advance(LEASE - 1)
  expect(await claimJobs(ctx, 1, [job.name])).toEqual([])
  open()
  await worker.whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'done', attempts: 1 })
})

test("a job whose lease is another's by now is told to stop and settles nothing", async () => {
  useFakeIntervals()
  const ctx = await createTestCtx()
  const { job, started } = gatedJob()
  await enqueueMany(ctx, job, 1)
  startTestWorker(ctx, jobMap(job))
  await eventually(() => expect(started).toEqual([0]))
  // In one step, because between the lease's end and the other's claim this worker could claim it again.
  await ctx.db
    .updateTable('job')
    .set({ attempts: 2, lease_until: ctx.clock.now() + 2 * LEASE, lease_token: 'of another' })
    .execute()
  const before = await rowOf(ctx)
  vi.advanceTimersByTime(LEASE / 3)
  await eventually(() => expect(ctx.logged.join('')).toContain('jobs.failed'))
  expect(await rowOf(ctx)).toEqual(before)
})

test('a lane that is full holds up no other', async () => {
  const ctx = await createTestCtx()
  const { job: gated, started, open } = gatedJob()
  const mail = { ...gated, lane: 'mail' as const }
  const ran: string[] = []
  const others = (['publishing', 'reading', 'backup', 'other'] as const).map((lane) =>
    testJob({ lane, run: async () => void ran.push(lane) }),
  )
  await enqueueMany(ctx, mail, 6)
  for (const job of others) await enqueue(ctx, job, { n: 1 }, { runAt: ctx.clock.now() - 1 })
  const worker = startTestWorker(ctx, jobMap(mail, ...others))
  await eventually(() => expect(ran.toSorted()).toEqual(['backup', 'other', 'publishing', 'reading']))
  await eventually(() => expect(started).toHaveLength(lanes.mail.slots))
  open()
  await worker.whenIdle()
  expect(started).toHaveLength(6)
})

test('a job past its deadline is told to stop, and that try has failed', async () => {
  const ctx = await createTestCtx()
  const { job } = gatedJob()
  const late = { ...job, deadline: 1 }
  await enqueueMany(ctx, late, 1)
  await startTestWorker(ctx, jobMap(late)).whenIdle()
  expect(await rowOf(ctx)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    last_error: 'It was stopped after 0.001 seconds.',
  })
})

test('a job that does not stop frees its slot, and its later result does not count', async () => {
  const ctx = await createTestCtx()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const started: number[] = []
  const deaf = testJob({
    lane: 'reading',
    deadline: 1,
    async run(_ctx, { n }) {
      started.push(n)
      if (n === 0) await opened
    },
  })
  await enqueueMany(ctx, deaf, 2)
  const worker = startTestWorker(ctx, jobMap(deaf), [], { grace: 1 })
  await worker.whenIdle()
  expect(new Set(started)).toEqual(new Set([0, 1]))
  const stopped = await rowOf(ctx, '0')
  expect(stopped).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(await rowOf(ctx, '1')).toMatchObject({ state: 'done' })
  open()
  await new Promise(setImmediate)
  await worker.whenIdle()
  expect(await rowOf(ctx, '0')).toEqual(stopped)
})

test('a job that does not stop when the process ends is given back without it', async () => {
  const ctx = await createTestCtx()
  const started: number[] = []
  const deaf = testJob({
    async run(_ctx, { n }) {
      started.push(n)
      await new Promise(() => {})
    },
  })
  await enqueueMany(ctx, deaf, 1)
  const worker = startTestWorker(ctx, jobMap(deaf))
  await eventually(() => expect(started).toEqual([0]))
  await worker.drain(0)
  expect(await rowOf(ctx)).toMatchObject({ state: 'waiting', attempts: 0, lease_until: null })
})

test('a job that postpones itself waits until then, and that try does not count', async () => {
  const ctx = await createTestCtx()
  let isAway = true
  const job = testJob({
    maxAttempts: 1,
    run: async () => {
      if (isAway) throw new JobPostponed(ctx.clock.now() + HOUR, 'away')
    },
  })
  await enqueueMany(ctx, job, 1)
  const worker = startTestWorker(ctx, jobMap(job))
  for (let n = 0; n < 3; n += 1) {
    await worker.whenIdle()
    const now = ctx.clock.now()
    expect(await rowOf(ctx)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      run_at: now + HOUR,
      last_error: 'away',
    })
    ctx.clock.advance(HOUR)
  }
  isAway = false
  await worker.whenIdle()
  expect(await rowOf(ctx)).toMatchObject({ state: 'done', attempts: 1 })
})

test('a kind that is paused is not claimed, others are, and it goes on when the pause is over', async () => {
  const ctx = await createTestCtx()
  const ran: string[] = []
  const until = ctx.clock.now() + HOUR
  const paused = testJob({
    pausedUntil: async () => until,
    run: async () => void ran.push('paused'),
  })
  const other = testJob({ run: async () => void ran.push('other') })
  await enqueue(ctx, paused, { n: 1 }, { id: '0' })
  await enqueue(ctx, other, { n: 1 })
  const worker = startTestWorker(ctx, jobMap(paused, other))
  await eventually(async () => expect(await statesOf(ctx)).toEqual(['done', 'waiting']))
  expect(ran).toEqual(['other'])
  expect(await rowOf(ctx)).toMatchObject({ state: 'waiting', attempts: 0 })
  ctx.clock.advance(HOUR)
  await worker.whenIdle()
  expect(ran).toEqual(['other', 'paused'])
})

test('a look that the database refuses is logged, and the next job is run all the same', async () => {
  const ctx = await createTestCtx()
  let isAway = true
  const engine: TestCtx['engine'] = {
    ...ctx.engine,
    skipLocked(query) {
      if (isAway) throw new Error('The database is away.')
      return ctx.engine.skipLocked(query)
    },
  }
  const ran: number[] = []
  const job = testJob({ run: async (_ctx, { n }) => void ran.push(n) })
  await enqueue(ctx, job, { n: 1 })
  startTestWorker({ ...ctx, engine }, jobMap(job))
  await eventually(() => expect(ctx.logged.join('')).toContain('jobs.look_failed'))
  isAway = false
  await eventually(async () => {
    await enqueue(ctx, job, { n: 2 }, { id: '0' })
    expect(ran.toSorted((a, b) => a - b)).toEqual([1, 2])
  })
})
