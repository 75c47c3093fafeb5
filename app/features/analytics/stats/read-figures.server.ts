import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Goal } from '../goals/goal.ts'
import { type Dimension, funnelSteps, TALKED } from '../rollups/dimensions.ts'
import { quantile, type Vital, vitals } from '../rollups/vital-buckets.ts'
import type { Period } from '../visits/count-period.server.ts'

import type { Comparison } from './comparison.ts'
import { type ListPanelName, listPanels, type PanelRow, rankRows } from './panels.ts'
import { sumPages, wholeMonths } from './page-sums.server.ts'
import type { Range } from './range.ts'
import { sumUntil, type TotalCounts, type TotalName } from './sum-until.server.ts'

type Days = Pick<Range, 'from' | 'to'>
type Sums = { n: number; visitors: number }

/** A key under which nothing was counted has no row. */
export const nothingCounted: Sums = { n: 0, visitors: 0 }

function sumsOf(ctx: Ctx, { from, to }: Days) {
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
/** `before` is null where nothing is compared. */
export type Figure = { now: number; before: number | null; trend: Trend }
export type Totals = Record<TotalName, Figure>
type ComparedTotals = Record<TotalName, Figure & { before: number }>

/** The four totals of a period beside those that it is compared with. Visitors are the sum of each day's. */
export async function readTotals(ctx: Ctx, range: Range, comparison: Comparison): Promise<ComparedTotals>
export async function readTotals(ctx: Ctx, range: Range, comparison: Comparison | null): Promise<Totals>
export async function readTotals(ctx: Ctx, range: Range, comparison: Comparison | null): Promise<Totals> {
  const now = await sumPeriod(ctx, { ...range, cut: null })
  return totalsOf(now, comparison && (await sumPeriod(ctx, comparison)))
}

export function totalsOf(now: TotalCounts, before: TotalCounts | null): Totals {
  const figure = (name: TotalName) => figureOf(now[name], before && before[name])
  return {
    visitors: figure('visitors'),
    pageViews: figure('pageViews'),
    contacts: figure('contacts'),
    chats: figure('chats'),
  }
}

async function sumPeriod(ctx: Ctx, { from, to, cut }: Period): Promise<TotalCounts> {
  const whole = { from, to: cut === null ? to : addDays(to, -1) }
  const rows = await sumsOf(ctx, whole)
    .select('dimension')
    .where('dimension', 'in', ['all', 'kind'])
    .groupBy('dimension')
    .execute()
  const of = (dimension: Dimension, key: string) =>
    rows.find((row) => row.dimension === dimension && row.key === key) ?? nothingCounted
  const rest = cut === null ? null : await sumUntil(ctx, to, cut)
  const sum = (name: TotalName, n: number) => (rest === null ? n : n + rest[name])
  return {
    visitors: sum('visitors', of('all', '').visitors),
    pageViews: sum('pageViews', of('kind', 'page_view').n),
    contacts: sum('contacts', of('kind', 'contact_form').n),
    chats: sum('chats', of('kind', 'chat').n),
  }
}

export function figureOf(now: number, before: number | null): Figure {
  if (before === null) return { now, before, trend: null }
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
  if (dimension === 'path' && wholeMonths(range).length > 0)
    return rankRows(name, await sumPages(ctx, range)).slice(0, most)
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
  return stepsOf({
    page: of('page').visitors,
    service: of('service').visitors,
    talk: of('talk').visitors + of(TALKED).n,
    inquiry: of('inquiry').n,
  })
}

export function stepsOf(counts: Record<FunnelStep['step'], number>): FunnelStep[] {
  return funnelSteps.map((step) => ({ step, visitors: counts[step] }))
}

export type VitalFigure = { vital: Vital; p75: number | null; samples: number }

export async function readVitals(ctx: Ctx, range: Range): Promise<VitalFigure[]> {
  const rows = await sumsOf(ctx, range)
    .select('dimension')
    .where('dimension', 'in', vitals)
    .groupBy('dimension')
    .execute()
  return vitals.map((vital) =>
    vitalFigure(
      vital,
      rows.filter(({ dimension }) => dimension === vital),
    ),
  )
}

export function vitalFigure(vital: Vital, buckets: readonly { key: string; n: number }[]): VitalFigure {
  const samples = buckets.reduce((sum, { n }) => sum + n, 0)
  return { vital, p75: quantile(buckets, 0.75), samples }
}

export type GoalFigure = Pick<Goal, 'id' | 'name'> & { conversions: number }

/** How often each goal was reached: visitors of a page, and each event. */
export async function readGoals(ctx: Ctx, range: Range, goals: readonly Goal[]): Promise<GoalFigure[]> {
  const paths = goals.flatMap(({ path }) => (path === null ? [] : [path]))
  const read = (dimension: Dimension) => sumsOf(ctx, range).where('dimension', '=', dimension)
  const [events, pages] = await Promise.all([
    read('kind').execute(),
    // A period has many pages, of which few are goals.
    paths.length === 0 ? [] : read('path').where('key', 'in', paths).execute(),
  ])
  return goals.map(({ id, name, kind, path }) => {
    const sums = (path === null ? events : pages).find(({ key }) => key === (path ?? kind)) ?? nothingCounted
    return { id, name, conversions: path === null ? sums.n : sums.visitors }
  })
}
