import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { eraseLead } from './delete-lead.server.ts'

/** The privacy page promises these. */
const KEEP_MONTHS = 24
const KEEP_PROJECT_MONTHS = 12

/** Deletes inquiries without a change for 24 months, and won ones 12 months after the end of their project, once one is set. */
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
