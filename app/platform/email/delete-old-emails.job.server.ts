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
    // In slices: a search for those to delete would read all that are kept at once.
    for (let last = { created_at: 0, id: '' }; ; await yieldToOthers()) {
      signal.throwIfAborted()
      const slice = await ctx.db
        .selectFrom('email')
        .select(['id', 'created_at'])
        .where('created_at', '<', limit)
        .where(sql<SqlBool>`(created_at, id) > (${last.created_at}, ${last.id})`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      const end = slice.at(-1)
      if (!end) return
      last = end
      const ids = slice.map(({ id }) => id)
      await ctx.db
        .deleteFrom('email')
        .where('id', 'in', ids)
        .where((where) => where.or([where('about', 'is', null), where.not(recordExists)]))
        .execute()
    }
  },
})
