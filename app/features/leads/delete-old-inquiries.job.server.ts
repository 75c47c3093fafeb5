import { z } from 'zod'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** §9: communication records are kept for 24 months; the privacy page says so. */
const KEEP_MONTHS = 24

/**
 * Deletes inquiries that nobody has touched for 24 months, with their history and mails. Those that were won belong to
 * a project, whose data is kept for as long as the service runs and longer: they are the owner's to delete.
 */
export const deleteOldInquiries = defineJob({
  name: 'delete-old-inquiries',
  payload: z.object({}),
  async run(ctx) {
    const limit = new Date(ctx.clock.now())
    limit.setUTCMonth(limit.getUTCMonth() - KEEP_MONTHS)
    await withTransaction(ctx, async (ctx) => {
      const old = await ctx.db
        .deleteFrom('lead')
        .where('updated_at', '<', limit.getTime())
        .where('status', '!=', 'won')
        .returning('id')
        .execute()
      for (const { id } of old) await ctx.db.deleteFrom('email').where('about', '=', `lead:${id}`).execute()
    })
  },
})
