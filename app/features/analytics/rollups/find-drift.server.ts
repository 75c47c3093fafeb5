import { type RawBuilder, sql } from 'kysely'

import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type Dimension, OTHER } from './dimensions.ts'

type Row = { key: string; n: number; visitors: number }

/** What is counted over, and of which events, said apart from the counting itself: two ways must come to one result. */
const checks: readonly { dimension: Dimension; key: RawBuilder<string>; of: RawBuilder<boolean> }[] = [
  { dimension: 'all', key: sql`''`, of: sql`kind <> 'web_vitals'` },
  { dimension: 'path', key: sql`path`, of: sql`kind = 'page_view'` },
  { dimension: 'referrer', key: sql`referrer`, of: sql`kind = 'page_view' and referrer is not null` },
  { dimension: 'utm', key: sql`utm`, of: sql`kind = 'page_view' and utm is not null` },
  { dimension: 'country', key: sql`country`, of: sql`kind = 'page_view' and country is not null` },
  { dimension: 'device', key: sql`device`, of: sql`kind = 'page_view' and device is not null` },
  { dimension: 'service', key: sql`service`, of: sql`kind = 'service_inquiry' and service is not null` },
]

/** How many figures of a day are not what the stored events say; 0 when all is well. */
export async function findDrift(ctx: Ctx, day: string): Promise<number> {
  const { timeZone } = await ctx.site(ctx)
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  let drift = 0
  for (const { dimension, key, of } of checks) {
    const { rows: raw } = await sql<Row>`
      select ${key} as key, count(*) as n, count(distinct visitor) as visitors
      from event where at >= ${start} and at < ${end} and ${of} group by 1`.execute(ctx.db)
    const rolled = await ctx.db
      .selectFrom('roll_day')
      .select(['key', 'n', 'visitors'])
      .where('dimension', '=', dimension)
      .where('day', '=', day)
      .execute()
    drift += differences(raw, rolled)
  }
  return drift
}

function differences(raw: readonly Row[], rolled: readonly Row[]): number {
  // Where the day had its fill of keys only the sum can be compared.
  if (rolled.some(({ key }) => key === OTHER)) return sumOf(raw) === sumOf(rolled) ? 0 : 1
  const byKey = new Map(rolled.map((row) => [row.key, row]))
  const wrong = raw.filter((row) => {
    const found = byKey.get(row.key)
    byKey.delete(row.key)
    return found?.n !== row.n || found.visitors !== row.visitors
  })
  return wrong.length + byKey.size
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { n }) => sum + n, 0)
}
