import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { type PanelRow, rankRows } from './panels.ts'
import type { Range } from './range.ts'

/** Returns what was read in each language in a period; nothing for a site that has had only one. */
export async function readLanguages(ctx: Ctx, { from, to }: Pick<Range, 'from' | 'to'>): Promise<PanelRow[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', '=', 'language')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .execute()
  return rankRows('languages', await withMainLanguage(ctx, { from, to }, rows))
}

/** Adds to the languages of a period what was read on days when the site had only the main one. */
export async function withMainLanguage(
  ctx: Ctx,
  { from, to }: Pick<Range, 'from' | 'to'>,
  rows: readonly PanelRow[],
): Promise<PanelRow[]> {
  const { languages, mainLanguage } = await ctx.site(ctx)
  if (languages.length < 2 && rows.length === 0) return []
  const { rows: days } = await sql<{ n: number; visitors: number }>`
    select page.n - coalesce(known.n, 0) as n, page.visitors - coalesce(known.visitors, 0) as visitors
    from roll_day as page
    left join (select day, sum(n) as n, sum(visitors) as visitors from roll_day
      where dimension = 'language' and day >= ${from} and day <= ${to} group by day) as known
      on known.day = page.day
    where page.dimension = 'funnel' and page.key = 'page' and page.day >= ${from} and page.day <= ${to}
      and page.n > coalesce(known.n, 0)`.execute(ctx.db)
  const main = { key: mainLanguage, n: 0, visitors: 0 }
  for (const day of [...days, ...rows.filter(({ key }) => key === mainLanguage)]) {
    main.n += day.n
    // On the day of the change, some visitors count on both sides.
    main.visitors += Math.max(0, day.visitors)
  }
  const others = rows.filter(({ key }) => key !== mainLanguage)
  return main.n === 0 ? others : [main, ...others]
}
