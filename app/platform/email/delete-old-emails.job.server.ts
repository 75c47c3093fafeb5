import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

/** The privacy page promises this period. */
const KEEP_MONTHS = 24
const AT_ONCE = 500

/** A mail about one of these is deleted with it. */
const recordExists = sql<SqlBool>`(about like 'lead:%' and substr(about, 6) in (select id from lead)
  or about like 'conversation:%' and substr(about, 14) in (select id from conversation))`

/** Deletes mails after 24 months, unless they are about a lead or a conversation that is still stored. */
export const deleteOldEmails = defineJob({
  name: 'delete-old-emails',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
    for (; ; await yieldToOthers()) {
      signal.throwIfAborted()
      const old = ctx.db
        .selectFrom('email')
        .select('id')
        .where('created_at', '<', limit)
        .where((where) => where.or([where('about', 'is', null), where.not(recordExists)]))
        .limit(AT_ONCE)
      const { numDeletedRows } = await ctx.db.deleteFrom('email').where('id', 'in', old).executeTakeFirst()
      if (numDeletedRows === 0n) return
    }
  },
})
