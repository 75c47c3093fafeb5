import { sql } from 'kysely'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { isActMatched, type Selection } from '../visits/match-visits.ts'

const SHOWN = 10
/** Number of latest events that are searched for matches. */
const SEARCHED = 300

/** Returns the ten latest events that are not page views and match the filters. */
export async function listActivities(ctx: Ctx, selection: Selection) {
  const isFiltered = selection.filters.length > 0
  const latest = await readLatest(ctx, isFiltered ? SEARCHED : SHOWN)
  const matched = isFiltered
    ? latest.filter((event) => isActMatched({ ...event, minute: 0, visit: null }, selection))
    : latest
  return matched
    .slice(0, SHOWN)
    .map(({ landing: _landing, device: _device, language: _language, ...activity }) => activity)
}

function readLatest(ctx: Ctx, most: number) {
  return (
    ctx.db
      .selectFrom('event')
      .select(['id', 'at', 'path', 'landing', 'service', 'referrer', 'utm', 'country', 'device', 'language'])
      .select(sql<'contact_form' | 'service_inquiry' | 'chat'>`kind`.as('kind'))
      // Must be written as in the partial index; with parameters neither engine would use the index.
      .where(sql<boolean>`kind not in ('page_view', 'web_vitals')`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  )
}

export type Activity = Awaited<ReturnType<typeof listActivities>>[number]

const PRESENT_FOR = 5 * MINUTE

/** Returns the number of visitors with an event in the last five minutes. */
export async function countPresent(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.count<number>('visitor').distinct().as('n'))
    .where('at', '>', ctx.clock.now() - PRESENT_FOR)
    .where('kind', '!=', 'web_vitals')
    .executeTakeFirstOrThrow()
  return row.n
}
