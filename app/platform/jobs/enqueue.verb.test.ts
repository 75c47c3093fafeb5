import { expect, test } from 'vitest'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { testJob } from '#tests/factories/job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { enqueue, JOBS_TOPIC } from './enqueue.server.ts'

async function jobsOf(ctx: TestCtx) {
  return ctx.db.selectFrom('job').selectAll().orderBy('id').execute()
}

test('a queued job waits with its payload, due at once', async () => {
  const ctx = await createTestCtx()
  const job = testJob({ name: 'greet', maxAttempts: 7 })
  await enqueue(ctx, job, { n: 1 })
  expect(await jobsOf(ctx)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'greet',
      payload: '{"n":1}',
      state: 'waiting',
      run_at: ctx.clock.now(),
      attempts: 0,
      max_attempts: 7,
      lease_token: null,
      lease_until: null,
      last_error: null,
      created_at: ctx.clock.now(),
      finished_at: null,
    },
  ])
})

test('jobs without an id of their own are all queued, those with a later time wait for it', async () => {
  const ctx = await createTestCtx()
  const job = testJob()
  await enqueue(ctx, job, { n: 1 })
  await enqueue(ctx, job, { n: 1 }, { runAt: ctx.clock.now() + 1000 })
  const waits = (await jobsOf(ctx)).map((row) => row.run_at - ctx.clock.now())
  expect(new Set(waits)).toEqual(new Set([0, 1000]))
})

test('the same id is queued once, and the first payload stays', async () => {
  const ctx = await createTestCtx()
  const job = testJob()
  await Promise.all([1, 1, 1].map((n) => enqueue(ctx, job, { n }, { id: 'once' })))
  await enqueue(ctx, job, { n: 2 }, { id: 'once' })
  expect(await jobsOf(ctx)).toMatchObject([{ id: 'once', payload: '{"n":1}' }])
})

test('an id that was run is not queued again', async () => {
  const ctx = await createTestCtx()
  const job = testJob()
  await enqueue(ctx, job, { n: 1 }, { id: 'once' })
  await ctx.db.updateTable('job').set({ state: 'done', finished_at: ctx.clock.now() }).execute()
  await enqueue(ctx, job, { n: 1 }, { id: 'once' })
  expect(await jobsOf(ctx)).toMatchObject([{ id: 'once', state: 'done' }])
})

test('a job exists if and only if the transaction it was queued in commits', async () => {
  const ctx = await createTestCtx()
  const job = testJob()
  const failing = withTransaction(ctx, async (inside) => {
    await enqueue(inside, job, { n: 1 }, { id: 'lost' })
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  await withTransaction(ctx, (inside) => enqueue(inside, job, { n: 1 }, { id: 'kept' }))
  expect((await jobsOf(ctx)).map((row) => row.id)).toEqual(['kept'])
})

test('workers are told of a job once it can be seen', async () => {
  const ctx = await createTestCtx()
  const seen: Promise<number>[] = []
  ctx.signals.subscribe(JOBS_TOPIC, () => seen.push(jobsOf(ctx).then((rows) => rows.length)))
  await withTransaction(ctx, async (inside) => {
    await enqueue(inside, testJob(), { n: 1 })
    await enqueue(inside, testJob(), { n: 2 })
  })
  await eventually(() => expect(seen).not.toEqual([]))
  expect(new Set(await Promise.all(seen))).toEqual(new Set([2]))
})
