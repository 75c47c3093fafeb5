import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { eraseLead } from './delete-lead.server.ts'
import { eraseThreadMails } from './thread/erase-thread.server.ts'

/** The privacy page promises these periods. */
const KEEP_MONTHS = 24
const KEEP_PROJECT_MONTHS = 12
const KEEP_DISMISSED = 30 * DAY
/** The most mails per run and kind. */
const MOST_MAILS = 10_000

/** Deletes inquiries unchanged for 24 months, and won ones 12 months after the end of their project, if one is set. */
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
      await deleteOldMails(ctx)
    })
  },
})

/** Deletes mails without a lead after 24 months, and dismissed ones after 30 days. */
async function deleteOldMails(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const unfiled = ctx.db.selectFrom('thread_mail').select('id').where('lead_id', 'is', null).limit(MOST_MAILS)
  const [dismissed, waiting] = await Promise.all([
    unfiled.where('dismissed_at', '<', now - KEEP_DISMISSED).execute(),
    unfiled.where('dismissed_at', 'is', null).where('at', '<', monthsBefore(now, KEEP_MONTHS)).execute(),
  ])
  await eraseThreadMails(
    ctx,
    [...dismissed, ...waiting].map(({ id }) => id),
  )
}
