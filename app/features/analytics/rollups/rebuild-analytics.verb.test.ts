import { expect, test } from 'vitest'

import { jobMap } from '#tests/factories/job.ts'
import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { readRebuild, rebuildAnalytics, requestRebuild } from './rebuild-analytics.job.server.ts'

test('the owner has the figures counted anew, once at a time, and sees how far that is', async () => {
  const visitor = await createTestCtx()
  const ctx = asOwner(visitor)
  await storeSeeded(ctx, seededEvents({ seed: 1, count: 200, days: 3, until: ctx.clock.now() }))
  const before = await ctx.db.selectFrom('roll_day').selectAll().where('n', '>', 0).execute()
  await ctx.db.deleteFrom('roll_day').execute()
  await requestRebuild(ctx)
  await expect(requestRebuild(ctx)).rejects.toMatchObject({ code: 'conflict' })
  expect(await readRebuild(ctx)).toEqual({ isUnderWay: true, progress: null })
  await startTestWorker(ctx, jobMap(rebuildAnalytics)).whenIdle()
  const { isUnderWay, progress } = await readRebuild(ctx)
  expect(isUnderWay).toBe(false)
  expect(progress?.done).toBe(progress?.total)
  expect(await ctx.db.selectFrom('roll_day').selectAll().where('n', '>', 0).execute()).toHaveLength(
    before.length,
  )
  for (const refused of [requestRebuild(visitor), readRebuild(visitor)])
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
})
