import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { publishDraft } from './change-page-state.server.ts'
import { pageSubject } from './stored-page.server.ts'

/** Publishes a page if it is still scheduled for this time; a changed schedule has its own job. */
export const publishScheduledPage = defineJob({
  name: 'publish-scheduled-page',
  lane: 'publishing',
  payload: z.object({ id: z.string(), at: z.number() }),
  async run(ctx, { id, at }) {
    await withTransaction(ctx, async (ctx) => {
      const planned = await ctx.db
        .selectFrom('page')
        .select('id')
        .where('id', '=', id)
        .where('publish_at', '=', at)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!planned) return
      const page = await publishDraft(ctx, id)
      await recordChange(ctx, { what: 'page.published', subject: pageSubject(page) })
    })
  },
})
