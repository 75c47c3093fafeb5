import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

const MOST_OFFERED = 200

/** Returns the tags in use, in alphabetical order, with one index lookup for each. */
export async function listTags(ctx: Ctx): Promise<string[]> {
  requireActor(ctx, 'leads.read')
  const { rows } = await sql<{ tag: string }>`
    with recursive used (tag) as (
      select min(tag) from lead_tag
      union all
      select (select min(tag) from lead_tag where tag > used.tag) from used where used.tag is not null)
    select tag from used where tag is not null limit ${MOST_OFFERED}`.execute(ctx.db)
  return rows.map(({ tag }) => tag)
}
