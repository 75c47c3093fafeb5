import type { Ctx } from '#app/platform/context.server.ts'

import { periodBefore, type Range } from './range.ts'
import { type Figure, figureOf } from './trend.ts'

export type Totals = Record<'visitors' | 'pageViews' | 'contacts' | 'chats', Figure>

/** The four totals of a period beside those of the period before. Visitors are daily ones, added up. */
export async function readTotals(ctx: Ctx, range: Range): Promise<Totals> {
  const now = await sumPeriod(ctx, range)
  const before = await sumPeriod(ctx, periodBefore(range))
  const figure = (key: keyof typeof now) => figureOf(now[key], before[key])
  return {
    visitors: figure('visitors'),
    pageViews: figure('pageViews'),
    contacts: figure('contacts'),
    chats: figure('chats'),
  }
}

async function sumPeriod(ctx: Ctx, { from, to }: Pick<Range, 'from' | 'to'>) {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'dimension',
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', 'in', ['all', 'kind'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['dimension', 'key'])
    .execute()
  const count = (kind: string) =>
    rows.find(({ dimension, key }) => dimension === 'kind' && key === kind)?.n ?? 0
  return {
    visitors: rows.find(({ dimension }) => dimension === 'all')?.visitors ?? 0,
    pageViews: count('page_view'),
    contacts: count('contact_form'),
    chats: count('chat'),
  }
}
