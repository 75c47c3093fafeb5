import { expect, test } from 'vitest'

import { DAY } from '#app/platform/clock.ts'
import type { JobState } from '#app/platform/db/schema/system.ts'
import { countAgainst } from '#app/platform/throttle.server.ts'
import { enqueueMany, testJob } from '#tests/factories/job.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { deleteOldJobs } from './delete-old-jobs.job.server.ts'

const run = { signal: new AbortController().signal }

test('forgets jobs that ended forty days ago, however they ended, and no other', async () => {
  const ctx = await createTestCtx()
  const endedAt = ctx.clock.now()
  const ends: Record<string, { state: JobState; finished_at: number | null }> = {
    '0': { state: 'done', finished_at: endedAt },
    '1': { state: 'dead', finished_at: endedAt },
    '2': { state: 'done', finished_at: endedAt + 1 },
    '3': { state: 'waiting', finished_at: null },
    '4': { state: 'running', finished_at: null },
  }
  await enqueueMany(ctx, testJob(), 5)
  for (const [id, end] of Object.entries(ends))
    await ctx.db.updateTable('job').set(end).where('id', '=', id).execute()
  ctx.clock.advance(40 * DAY + 1)
  await deleteOldJobs.run(ctx, {}, run)
  const rows = await ctx.db.selectFrom('job').select('id').orderBy('id').execute()
  expect(rows.map((row) => row.id)).toEqual(['2', '3', '4'])
})

test('forgets throttle windows that are over', async () => {
  const ctx = await createTestCtx()
  await countAgainst(ctx, { name: 'knock', limit: 1, windowMs: DAY }, 'someone')
  ctx.clock.advance(DAY - 1)
  await deleteOldJobs.run(ctx, {}, run)
  expect(await ctx.db.selectFrom('throttle').select('hits').execute()).toHaveLength(1)
  ctx.clock.advance(1)
  await deleteOldJobs.run(ctx, {}, run)
  expect(await ctx.db.selectFrom('throttle').select('hits').execute()).toEqual([])
})
