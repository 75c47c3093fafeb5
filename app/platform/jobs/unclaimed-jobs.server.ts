import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineJob } from './job.server.ts'

const LONG = 10 * MINUTE

/** Counts jobs that have been due for long, for example those of a newer version after a rollback. */
export async function listUnclaimedJobs(ctx: Ctx): Promise<{ name: string; n: number }[]> {
  return ctx.db
    .selectFrom('job')
    .select((select) => ['name', select.fn.countAll<number>().as('n')])
    .where('state', '=', 'waiting')
    .where('run_at', '<=', ctx.clock.now() - LONG)
    .groupBy('name')
    .orderBy('name')
    .execute()
}

export const reportUnclaimedJobs = defineJob({
  name: 'report-unclaimed-jobs',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const kinds = await listUnclaimedJobs(ctx)
    if (kinds.length > 0) ctx.log.warn({ kinds }, 'jobs.unclaimed')
  },
})
