import type { Ctx } from '#app/platform/context.server.ts'

import { type Dimension, funnelSteps, TALKED } from '../rollups/dimensions.ts'
import { quantile, type Vital, vitals } from '../rollups/vital-buckets.ts'

import { type ListPanelName, listPanels, type PanelRow } from './panels.ts'
import { periodBefore, type Range } from './range.ts'

type Period = Pick<Range, 'from' | 'to'>
type Sums = { n: number; visitors: number }

/** A key under which nothing was counted has no row. */
export const nothingCounted: Sums = { n: 0, visitors: 0 }

function sumsOf(ctx: Ctx, { from, to }: Period) {
  return ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
}

/** The change against the period before: in per cent, `new` after nothing, null when there is still nothing. */
export type Trend = { percent: number } | 'new' | null
export type Figure = { now: number; before: number; trend: Trend }
export type Totals = Record<'visitors' | 'pageViews' | 'contacts' | 'chats', Figure>

/** The four totals of a period beside those of the period before. Visitors are the sum of each day's. */
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

async function sumPeriod(ctx: Ctx, period: Period) {
  const rows = await sumsOf(ctx, period)
    .select('dimension')
    .where('dimension', 'in', ['all', 'kind'])
    .groupBy('dimension')
    .execute()
  const of = (dimension: Dimension, key: string) =>
    rows.find((row) => row.dimension === dimension && row.key === key) ?? nothingCounted
  return {
    visitors: of('all', '').visitors,
    pageViews: of('kind', 'page_view').n,
    contacts: of('kind', 'contact_form').n,
    chats: of('kind', 'chat').n,
  }
}

export function figureOf(now: number, before: number): Figure {
  if (before === 0) return { now, before, trend: now > 0 ? 'new' : null }
  return { now, before, trend: { percent: Math.round(((now - before) / before) * 100) } }
}

/** The `most` keys of a panel with the highest counts in a period. */
export async function listPanel(
  ctx: Ctx,
  name: ListPanelName,
  range: Range,
  most: number = listPanels[name].most,
): Promise<PanelRow[]> {
  const { dimension, by } = listPanels[name]
  return sumsOf(ctx, range)
    .where('dimension', '=', dimension)
    .orderBy((order) => order.fn.sum(by), 'desc')
    .orderBy((order) => order.fn.sum('n'), 'desc')
    .orderBy('key')
    .limit(most)
    .execute()
}

export type RefusedCount = { key: string; n: number }

/** How many visits were left out of the figures, by reason. */
export async function listRefused(ctx: Ctx, range: Range): Promise<RefusedCount[]> {
  const refused = sumsOf(ctx, range).where('dimension', '=', 'refused')
  const rows = await refused.orderBy('n', 'desc').orderBy('key').execute()
  return rows.map(({ key, n }) => ({ key, n }))
}

export type FunnelStep = { step: (typeof funnelSteps)[number]; visitors: number }

/**
 * Daily visitors who read a page, read about a service and went to chat or contact, and the number of inquiries. Chats and inquiries
 * are not linked to visitors, so each one counts.
 */
export async function readFunnel(ctx: Ctx, range: Range): Promise<FunnelStep[]> {
  const rows = await sumsOf(ctx, range).where('dimension', '=', 'funnel').execute()
  const of = (key: string) => rows.find((row) => row.key === key) ?? nothingCounted
  const counts = {
    page: of('page').visitors,
    service: of('service').visitors,
    talk: of('talk').visitors + of(TALKED).n,
    inquiry: of('inquiry').n,
  }
  return funnelSteps.map((step) => ({ step, visitors: counts[step] }))
}

export type VitalFigure = { vital: Vital; p75: number | null; samples: number }

export async function readVitals(ctx: Ctx, range: Range): Promise<VitalFigure[]> {
  const rows = await sumsOf(ctx, range)
    .select('dimension')
    .where('dimension', 'in', vitals)
    .groupBy('dimension')
    .execute()
  return vitals.map((vital) => {
    const buckets = rows.filter(({ dimension }) => dimension === vital)
    const samples = buckets.reduce((sum, { n }) => sum + n, 0)
    return { vital, p75: quantile(buckets, 0.75), samples }
  })
}
