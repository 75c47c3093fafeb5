import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineJob } from './job.server.ts'

/** A lane may be busy for so long; past it somebody should look. */
const LONG = 10 * MINUTE

/** Kinds of which jobs have been due for ten minutes and nobody has claimed them, such as a newer version's after a roll-back. */
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

/** Writes them into the log, for those who watch no metrics. */
export const reportUnclaimedJobs = defineJob({
  name: 'report-unclaimed-jobs',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const kinds = await listUnclaimedJobs(ctx)
    if (kinds.length > 0) ctx.log.warn({ kinds }, 'jobs.unclaimed')
  },
})
