import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { erasePeople } from './erase-people.server.ts'

/** Same period as for inquiries. */
const KEEP_MONTHS = 24
const KEEP_REPORTS = 30 * DAY
const ROWS_A_SLICE = 500

/**
 * Deletes people without inquiries who were not active for 24 months, or who came by a deleted inquiry alone and have
 * no note. Also deletes uploads not confirmed within a day, and old reports.
 */
export const deleteOldPeople = defineJob({
  name: 'delete-old-people',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    await deleteOldImports(ctx)
    for (let after: string | undefined = ''; after !== undefined; await yieldToOthers()) {
      signal.throwIfAborted()
      const people = await readSlice(ctx, after)
      for (const { id, isForgotten } of people)
        if (isForgotten) await withTransaction(ctx, (ctx) => eraseForgotten(ctx, id))
      after = people.length < ROWS_A_SLICE ? undefined : people.at(-1)?.id
    }
  },
})

/** Merged people are kept and deleted together with their root. */
function whoIsForgotten(ctx: Ctx): RawBuilder<SqlBool> {
  const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
  const hasInquiry = sql`exists (select 1 from person as own join person_address on person_id = own.id
    join lead using (address) where own.root_id = person.id and spam_reason is null)`
  const hasOwnReason = sql`exists (select 1 from person as own left join person_event on person_id = own.id
    and kind = 'note' where own.root_id = person.id and (own.origin <> 'inquiry' or kind is not null))`
  return sql`(not ${hasInquiry} and (listed_at < ${limit} or not ${hasOwnReason}))`
}

async function readSlice(ctx: Ctx, after: string) {
  const { rows } = await sql<{ id: string; isForgotten: SqlBool }>`
    select id, ${whoIsForgotten(ctx)} as "isForgotten"
    from person where id > ${after} and merged_into is null order by id limit ${ROWS_A_SLICE}`.execute(ctx.db)
  return rows
}

/** Checks again under the lock, because an inquiry may have arrived since. A person whose row is locked waits for the next night. */
async function eraseForgotten(ctx: Ctx, id: string): Promise<void> {
  const all = ctx.db.selectFrom('person').select('id').where('root_id', '=', id)
  const locked = await ctx.engine.skipLocked(all).execute()
  if (locked.length < (await all.execute()).length) return
  const still = await ctx.db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where(whoIsForgotten(ctx))
    .executeTakeFirst()
  if (still)
    await erasePeople(
      ctx,
      locked.map((person) => person.id),
    )
}

async function deleteOldImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('person_import')
    .where((where) =>
      where.or([
        where('updated_at', '<', now - KEEP_REPORTS),
        where.and([where('state', '=', 'ready'), where('updated_at', '<', now - DAY)]),
      ]),
    )
    .execute()
}
