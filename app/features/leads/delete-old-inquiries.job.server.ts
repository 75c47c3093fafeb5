import { z } from 'zod'

import { monthsBefore } from '#app/lib/months-before.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { eraseLead } from './erase-lead.server.ts'

/** §9, and the privacy page says so: communication records are kept for 24 months, project data for 12 after the end. */
const KEEP_MONTHS = 24
const KEEP_PROJECT_MONTHS = 12

/**
 * Deletes inquiries that nobody has touched for 24 months, with their history and mails. Those that were won belong to
 * a project and go 12 months after it ended; while no end is set, it lasts.
 */
export const deleteOldInquiries = defineJob({
  name: 'delete-old-inquiries',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const now = ctx.clock.now()
    await withTransaction(ctx, async (ctx) => {
      const old = await ctx.db
        .selectFrom('lead')
        .select('id')
        .where((where) =>
          where.or([
            where.and([
              where('status', '!=', 'won'),
              where('updated_at', '<', monthsBefore(now, KEEP_MONTHS)),
            ]),
            where.and([
              where('status', '=', 'won'),
              where('project_ended_at', '<', monthsBefore(now, KEEP_PROJECT_MONTHS)),
            ]),
          ]),
        )
        .execute()
      for (const { id } of old) await eraseLead(ctx, id)
    })
  },
})
