import { sql } from 'kysely'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

const SHOWN = 10

/** The ten latest events that are no page views. */
export async function listActivities(ctx: Ctx) {
  return (
    ctx.db
      .selectFrom('event')
      .select(['id', 'at', 'kind', 'path', 'service', 'referrer', 'utm', 'country'])
      // Worded as in the partial index: with parameters neither engine would use it.
      .where(sql<boolean>`kind not in ('page_view', 'web_vitals')`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
  )
}

export type Activity = Awaited<ReturnType<typeof listActivities>>[number]

const PRESENT_FOR = 5 * MINUTE

/** Visitors with an event in the last five minutes. */
export async function countPresent(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.count<number>('visitor').distinct().as('n'))
    .where('at', '>', ctx.clock.now() - PRESENT_FOR)
    .where('kind', '!=', 'web_vitals')
    .executeTakeFirstOrThrow()
  return row.n
}
