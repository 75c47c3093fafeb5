import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** The privacy page states this period. */
const KEEP_MONTHS = 24
/** Few, because removing a message from the search index and overwriting it takes about a millisecond. */
const AT_ONCE = 2

/** Deletes conversations without a message for 24 months. */
export const deleteOldConversations = defineJob({
  name: 'delete-old-conversations',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
    for (; ; await yieldToOthers()) {
      signal.throwIfAborted()
      const old = ctx.db
        .selectFrom('conversation')
        .select('id')
        .where('updated_at', '<', limit)
        .limit(AT_ONCE)
      const { numDeletedRows } = await ctx.db
        .deleteFrom('conversation')
        .where('id', 'in', old)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return
    }
  },
})
