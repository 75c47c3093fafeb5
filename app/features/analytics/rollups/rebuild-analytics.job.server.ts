import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { daysToRecount, recountDay } from './rebuild-rollups.server.ts'

/** Progress of the last rebuild, in days. */
export const rebuildProgress = defineSetting({
  key: 'analytics-rebuild',
  schema: z.object({ at: z.number(), done: z.number(), total: z.number() }).nullable(),
  defaults: null,
  audit: null,
})

/** Recounts all stored events, like `npm run analytics:rebuild`. */
export const rebuildAnalytics = defineJob({
  name: 'rebuild-analytics',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  deadline: HOUR,
  async run(ctx, _payload, { signal }) {
    const days = await daysToRecount(ctx)
    const note = (done: number) =>
      rebuildProgress.save(ctx, { at: ctx.clock.now(), done, total: days.length })
    for (const [done, day] of days.entries()) {
      signal.throwIfAborted()
      await note(done)
      await recountDay(ctx, day)
    }
    await note(days.length)
  },
})

/** Queues a rebuild. @throws {AppError} conflict while one is running. */
export async function requestRebuild(ctx: Ctx): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, rebuildAnalytics.name)
    if (await isUnderWay(ctx)) throw new AppError('conflict', 'The figures are already being recounted.')
    await rebuildProgress.save(ctx, null)
    await enqueue(ctx, rebuildAnalytics, {})
    await recordChange(ctx, {
      what: 'settings.analytics_rebuilt',
      subject: { id: 'analytics', path: '/admin/analytics/settings' },
    })
  })
}

export async function readRebuild(ctx: Ctx) {
  requireActor(ctx, 'settings.read')
  return { isUnderWay: await isUnderWay(ctx), progress: await rebuildProgress.read(ctx) }
}

async function isUnderWay(ctx: Ctx): Promise<boolean> {
  const job = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('name', '=', rebuildAnalytics.name)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return job !== undefined
}
