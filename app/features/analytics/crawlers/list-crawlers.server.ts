import type { Ctx } from '#app/platform/context.server.ts'

import type { Filter } from '../stats/filters.ts'
import type { Range } from '../stats/range.ts'

/** A crawler with the number of pages it requested, or a page that the selected crawler requested. */
export type CrawlerRow = { key: string; n: number; pages: number }

const SHOWN = 12

/** Returns AI crawlers by requests, or the pages of a selected crawler. Of the visit filters only the page filter applies. */
export async function listCrawlers(
  ctx: Ctx,
  { from, to }: Range,
  filters: readonly Filter[],
  most: number = SHOWN,
): Promise<CrawlerRow[]> {
  const valuesOf = (name: Filter['by']) => filters.filter(({ by }) => by === name).map(({ key }) => key)
  const [crawlers, paths] = [valuesOf('crawler'), valuesOf('page')]
  const column = crawlers.length > 0 ? 'path' : 'crawler'
  let query = ctx.db
    .selectFrom('crawl')
    .select((select) => [
      `${column} as key`,
      select.fn.sum<number>('n').as('n'),
      select.fn.count<number>('path').distinct().as('pages'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
  if (crawlers.length > 0) query = query.where('crawler', 'in', crawlers)
  if (paths.length > 0) query = query.where('path', 'in', paths)
  return query.groupBy(column).orderBy('n', 'desc').orderBy('key').limit(most).execute()
}
