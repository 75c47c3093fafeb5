import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

const SHOWN = 10

/** The ten latest things that happened beyond the reading of pages. */
export async function listActivities(ctx: Ctx) {
  return (
    ctx.db
      .selectFrom('event')
      .select(['id', 'at', 'kind', 'path', 'service', 'referrer', 'utm', 'country'])
      // In the words of the partial index; with parameters neither engine would use it.
      .where(sql<boolean>`kind not in ('page_view', 'web_vitals')`)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
  )
}

export type Activity = Awaited<ReturnType<typeof listActivities>>[number]
