import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** The privacy page states this period. */
const KEEP_MONTHS = 24
/** Few, because removing a message from the search index and overwriting it takes about a millisecond. */
const AT_ONCE = 2

/** Deletes conversations without a message for 24 months, and the mails about them. */
export const deleteOldConversations = defineJob({
  name: 'delete-old-conversations',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
    do {
      await yieldToOthers()
      signal.throwIfAborted()
    } while ((await withTransaction(ctx, (ctx) => deleteSome(ctx, limit))) > 0)
  },
})

async function deleteSome(ctx: Ctx, limit: number): Promise<number> {
  const old = ctx.db.selectFrom('conversation').select('id').where('updated_at', '<', limit).limit(AT_ONCE)
  const gone = await ctx.db
    .deleteFrom('conversation')
    .where('id', 'in', old)
    // Checked again, because a message may have arrived since.
    .where('updated_at', '<', limit)
    .returning('id')
    .execute()
  if (gone.length === 0) return 0
  const about = gone.map(({ id }) => `conversation:${id}`)
  await ctx.db.deleteFrom('email').where('about', 'in', about).execute()
  return gone.length
}
