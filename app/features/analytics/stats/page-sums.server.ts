import { z } from 'zod'

import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import type { PanelRow } from './panels.ts'
import type { Range } from './range.ts'

/** How many days were counted anew, which may change sums without a new view. */
export const recounts = defineSetting({
  key: 'analytics-recounts',
  schema: z.number(),
  defaults: 0,
  audit: null,
})

type Days = Pick<Range, 'from' | 'to'>
type Month = { version: string; rows: PanelRow[] }

/** Of all months together; some 20 MB. */
const MOST_ROWS = 100_000
const createMonths = () => ({ months: new Map<string, Month>(), rows: 0 })

/**
 * The sums of each page over a period of whole months and more. A month's sums are kept while it has no new view: adding up a year of
 * some hundred pages a day takes longer than all other figures together.
 */
export async function sumPages(ctx: Ctx, range: Range): Promise<PanelRow[]> {
  const whole = wholeMonths(range)
  const [first, last] = [whole[0], whole.at(-1)]
  if (!first || !last) return readSums(ctx, range)
  const versions = await readVersions(ctx, { from: first.from, to: last.to })
  const parts = [
    await readSums(ctx, { from: range.from, to: addDays(first.from, -1) }),
    await readSums(ctx, { from: addDays(last.to, 1), to: range.to }),
  ]
  for (const month of whole) {
    const version = versions.get(month.from.slice(0, 7))
    if (version !== undefined) parts.push(await readMonth(ctx, month, version))
  }
  const sums = new Map<string, PanelRow>()
  for (const { key, n, visitors } of parts.flat()) {
    const sum = sums.get(key)
    if (sum) {
      sum.n += n
      sum.visitors += visitors
    } else sums.set(key, { key, n, visitors })
  }
  return [...sums.values()]
}

/** The calendar months that lie in a period from their first day to their last. */
export function wholeMonths({ from, to }: Days): Days[] {
  const months: Days[] = []
  let start = from.endsWith('-01') ? from : nextMonth(from)
  for (let end = addDays(nextMonth(start), -1); end <= to; end = addDays(nextMonth(start), -1)) {
    months.push({ from: start, to: end })
    start = nextMonth(start)
  }
  return months
}

function nextMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

async function readVersions(ctx: Ctx, { from, to }: Days): Promise<Map<string, string>> {
  const [counted, rows] = await Promise.all([
    recounts.read(ctx),
    ctx.db
      .selectFrom('roll_day')
      .select(['day', 'n'])
      .where('dimension', '=', 'kind')
      .where('key', '=', 'page_view')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute(),
  ])
  const byMonth = Map.groupBy(rows, ({ day }) => day.slice(0, 7))
  return new Map(
    [...byMonth].map(([month, days]) => [
      month,
      `${counted} ${days.length} ${days.reduce((sum, { n }) => sum + n, 0)}`,
    ]),
  )
}

async function readMonth(ctx: Ctx, month: Days, version: string): Promise<PanelRow[]> {
  const state = ctx.state.of(createMonths)
  const known = state.months.get(month.from)
  if (known?.version === version) return known.rows
  const rows = await readSums(ctx, month)
  if (state.rows + rows.length > MOST_ROWS) {
    state.months.clear()
    state.rows = 0
  }
  state.months.set(month.from, { version, rows })
  state.rows += rows.length
  return rows
}

function readSums(ctx: Ctx, { from, to }: Days): Promise<PanelRow[]> {
  return ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', '=', 'path')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .execute()
}
