import { addDays } from '#app/lib/days.ts'
import { startOfDay } from '#app/lib/site-day.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Goal } from '../goals/goal.ts'
import { type Dimension, funnelSteps, TALKED } from '../rollups/dimensions.ts'
import { quantile, type Vital, vitals } from '../rollups/vital-buckets.ts'
import { countPeriod, type Period } from '../visits/count-period.server.ts'

import type { Comparison } from './comparison.ts'
import type { KeySums } from './key-sums.server.ts'
import { type ListPanelName, listPanels, type PanelRow, rankRows } from './panels.ts'
import type { Range } from './range.ts'

type Sums = { n: number; visitors: number }

/** Keys with no counts have no row. */
export const nothingCounted: Sums = { n: 0, visitors: 0 }

function rowsOf(sums: KeySums, dimension: Dimension): readonly PanelRow[] {
  return sums.get(dimension) ?? []
}

function rowOf(sums: KeySums, dimension: Dimension, key: string): Sums {
  return rowsOf(sums, dimension).find((row) => row.key === key) ?? nothingCounted
}

/** Change in percent; `new` if the earlier figure was zero, null if both are or without a comparison. */
export type Trend = { percent: number } | 'new' | null
/** `before` is null without a comparison. */
export type Figure = { now: number; before: number | null; trend: Trend }
export type Totals = Record<TotalName, Figure>
type ComparedTotals = Record<TotalName, Figure & { before: number }>

/** Returns the four totals of a period and of its comparison period. Visitors are the sum of daily visitors. */
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
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'dimension',
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', 'in', ['all', 'kind'])
    .where('day', '>=', whole.from)
    .where('day', '<=', whole.to)
    .groupBy(['dimension', 'key'])
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

/** Returns the `most` keys of a panel with the highest counts. */
export function listPanel(
  sums: KeySums,
  name: ListPanelName,
  most: number = listPanels[name].most,
): PanelRow[] {
  return rankRows(name, rowsOf(sums, listPanels[name].dimension)).slice(0, most)
}

export type RefusedCount = { key: string; n: number }

export async function listRefused(ctx: Ctx, { from, to }: Range): Promise<RefusedCount[]> {
  return ctx.db
    .selectFrom('roll_day')
    .select((select) => ['key', select.fn.sum<number>('n').as('n')])
    .where('dimension', '=', 'refused')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .orderBy('n', 'desc')
    .orderBy('key')
    .execute()
}

export type FunnelStep = { step: (typeof funnelSteps)[number]; visitors: number }

/**
 * Returns the funnel: daily visitors who read a page, read about a service and went to chat or contact, and the number
 * of inquiries. Chats and inquiries are not linked to visitors, so each one counts.
 */
export function funnelOf(sums: KeySums): FunnelStep[] {
  const of = (key: string) => rowOf(sums, 'funnel', key)
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

export function vitalsOf(sums: KeySums): VitalFigure[] {
  return vitals.map((vital) => vitalFigure(vital, rowsOf(sums, vital)))
}

export function vitalFigure(vital: Vital, buckets: readonly { key: string; n: number }[]): VitalFigure {
  const samples = buckets.reduce((sum, { n }) => sum + n, 0)
  return { vital, p75: quantile(buckets, 0.75), samples }
}

export type GoalFigure = Pick<Goal, 'id' | 'name'> & { conversions: number }

/** Returns how often each goal was reached: by visitors of a page, or by each event. */
export function goalsOf(sums: KeySums, goals: readonly Goal[]): GoalFigure[] {
  return goals.map(({ id, name, kind, path }) => ({
    id,
    name,
    conversions: path === null ? rowOf(sums, 'kind', kind).n : rowOf(sums, 'path', path).visitors,
  }))
}

type TotalName = 'visitors' | 'pageViews' | 'contacts' | 'chats'
type TotalCounts = Record<TotalName, number>

/**
 * Returns the totals of the first minutes of a day: exact while its events are stored, afterwards estimated from its
 * hours, of which the last one counts in proportion.
 */
async function sumUntil(ctx: Ctx, day: string, minutes: number): Promise<TotalCounts> {
  const { timeZone, mainLanguage } = await ctx.site(ctx)
  const selection = { filters: [], goals: [], mainLanguage }
  const found = await countPeriod(ctx, { from: day, to: day, cut: minutes }, selection)
  if (found.since === null) return found
  const start = startOfDay(day, timeZone)
  const end = start + minutes * MINUTE
  const rows = await ctx.db
    .selectFrom('roll_hour')
    .select(['hour', 'kind', 'n'])
    .where('hour', '>=', start)
    .where('hour', '<', end)
    .execute()
  const sum = (kind: string) =>
    Math.round(
      rows
        .filter((row) => row.kind === kind)
        .reduce((total, { hour, n }) => total + n * Math.min(1, (end - hour) / HOUR), 0),
    )
  return {
    visitors: sum('visitor'),
    pageViews: sum('page_view'),
    contacts: sum('contact_form'),
    chats: sum('chat'),
  }
}
