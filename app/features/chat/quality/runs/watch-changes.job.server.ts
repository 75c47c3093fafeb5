import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { qualitySettings } from '../quality-settings.server.ts'

import { changedParts, takeSnapshot } from './snapshot.server.ts'
import { createRun } from './start-run.server.ts'

/** Several changes in a row are tested once, after the last one. */
const QUIET = 10 * MINUTE

const snapshot = z.object({
  provider: z.string(),
  model: z.string(),
  knowledge: z.string(),
  prompt: z.string(),
  items: z.int(),
})

/** The last snapshot that differed from the last run's, and since when; null if none does. */
export const seenChange = defineSetting({
  key: 'quality-seen',
  schema: z.object({ since: z.int(), snapshot }).nullable(),
  defaults: null,
  audit: null,
})

/** Starts a run once knowledge, model or prompt have changed and then stayed the same for a while. */
export const watchChanges = defineJob({
  name: 'watch-quality',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const { isAutomatic } = await qualitySettings.read(ctx)
    if (isAutomatic) await noticeChange(ctx)
  },
})

async function noticeChange(ctx: Ctx): Promise<void> {
  const last = await ctx.db
    .selectFrom('test_run')
    .select(['state', 'provider', 'model', 'knowledge', 'prompt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.state === 'running') return
  const now = await takeSnapshot(ctx)
  if (now === null) return
  const seen = await seenChange.read(ctx)
  if (changedParts(last, now).length === 0) {
    if (seen !== null) await seenChange.save(ctx, null)
    return
  }
  if (seen === null || changedParts(seen.snapshot, now).length > 0) {
    await seenChange.save(ctx, { since: ctx.clock.now(), snapshot: now })
    return
  }
  if (ctx.clock.now() - seen.since >= QUIET) await createRun(ctx, now, 'change')
}
