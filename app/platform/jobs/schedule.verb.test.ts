import { expect, test } from 'vitest'
import { z } from 'zod'

import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { jobMap } from '#tests/factories/job.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { defineJob } from './job.server.ts'
import { createScheduler, type Schedule } from './schedule.server.ts'

function hourly(): { schedule: Schedule; ran: number[] } {
  const ran: number[] = []
  const job = defineJob({
    name: 'tidy',
    lane: 'other',
    payload: z.object({}),
    run: async (ctx) => void ran.push(ctx.clock.now()),
  })
  return { schedule: { name: 'tidy', every: HOUR, offset: 10 * MINUTE, job }, ran }
}

async function idsOf(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('job').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

test('two workers at once run each slot once', async () => {
  const ctx = await createTestCtx()
  const { schedule, ran } = hourly()
  const workers = [1, 2].map(() => startTestWorker(ctx, jobMap(schedule.job), [schedule]))
  await Promise.all(workers.map((worker) => worker.whenIdle()))
  expect(ran).toEqual([ctx.clock.now()])
  ctx.clock.advance(9 * MINUTE)
  await Promise.all(workers.map((worker) => worker.whenIdle()))
  expect(ran).toHaveLength(1)
  ctx.clock.advance(MINUTE)
  await Promise.all(workers.map((worker) => worker.whenIdle()))
  expect(ran).toHaveLength(2)
})

test('a restart within a slot does not run it again', async () => {
  const ctx = await createTestCtx()
  const { schedule, ran } = hourly()
  const first = startTestWorker(ctx, jobMap(schedule.job), [schedule])
  await first.whenIdle()
  await first.drain(0)
  const second = startTestWorker(ctx, jobMap(schedule.job), [schedule])
  await second.whenIdle()
  expect(ran).toHaveLength(1)
})

test('of the slots missed while nothing ran the present one alone is made up for', async () => {
  const ctx = await createTestCtx()
  const { schedule } = hourly()
  await createScheduler([schedule])(ctx)
  ctx.clock.advance(5 * HOUR)
  await createScheduler([schedule])(ctx)
  expect(await idsOf(ctx)).toEqual(['tidy@2026-11-21T11:10:00.000Z', 'tidy@2026-11-21T16:10:00.000Z'])
})

test('each schedule has slots of its own', async () => {
  const ctx = await createTestCtx()
  const { schedule } = hourly()
  const enqueueDue = createScheduler([schedule, { ...schedule, name: 'other', every: 24 * HOUR, offset: 0 }])
  await enqueueDue(ctx)
  ctx.clock.advance(HOUR)
  await enqueueDue(ctx)
  expect(await idsOf(ctx)).toEqual([
    'other@2026-11-21T00:00:00.000Z',
    'tidy@2026-11-21T11:10:00.000Z',
    'tidy@2026-11-21T12:10:00.000Z',
  ])
})
