import { z } from 'zod'

import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import type { Dimension } from '../rollups/dimensions.ts'
import { vitals } from '../rollups/vital-buckets.ts'

import type { PanelRow } from './panels.ts'
import type { Range } from './range.ts'

/** Number of recounted days; a recount can change sums without a new view. */
export const recounts = defineSetting({
  key: 'analytics-recounts',
  schema: z.number(),
  defaults: 0,
  audit: null,
})

type Days = Pick<Range, 'from' | 'to'>
/** Rows by dimension; keys with no counts are missing. */
export type KeySums = ReadonlyMap<Dimension, readonly PanelRow[]>
type Month = { version: string; sums: KeySums }

/** Dimensions by statement. Those whose keys visitors can make up have many rows, and a long statement blocks everything else. */
const statements: readonly (readonly Dimension[])[] = [
  ['path'],
  ['referrer'],
  ['utm'],
  ['lead_channel', 'lead_page'],
  ['all', 'kind', 'service', 'country', 'device', 'language', 'funnel', 'channel', 'assistant', ...vitals],
]

/** Limit of all cached months together; about 20 MB. */
const MOST_ROWS = 100_000
const createMonths = () => ({ months: new Map<string, Month>(), rows: 0 })

/**
 * Returns the sums of a period by dimension and key, without refusals. Sums of whole months are cached until something
 * new is counted in them: adding up a year with some hundred keys a day takes longer than all other figures together.
 */
export async function sumKeys(ctx: Ctx, range: Days): Promise<KeySums> {
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
  return addUp(parts)
}

function addUp(parts: readonly KeySums[]): KeySums {
  const sums = new Map<Dimension, Map<string, PanelRow>>()
  for (const [dimension, rows] of parts.flatMap((part) => [...part])) {
    const keys = sums.get(dimension) ?? new Map<string, PanelRow>()
    sums.set(dimension, keys)
    for (const { key, n, visitors } of rows) {
      const sum = keys.get(key)
      if (sum) {
        sum.n += n
        sum.visitors += visitors
      } else keys.set(key, { key, n, visitors })
    }
  }
  return new Map([...sums].map(([dimension, keys]) => [dimension, [...keys.values()]]))
}

/** Returns the calendar months that lie completely within a period. */
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

async function readMonth(ctx: Ctx, month: Days, version: string): Promise<KeySums> {
  const state = ctx.state.of(createMonths)
  const known = state.months.get(month.from)
  if (known?.version === version) return known.sums
  const sums = await readSums(ctx, month)
  const rows = [...sums.values()].reduce((sum, { length }) => sum + length, 0)
  if (state.rows + rows > MOST_ROWS) {
    state.months.clear()
    state.rows = 0
  }
  state.months.set(month.from, { version, sums })
  state.rows += rows
  return sums
}

async function readSums(ctx: Ctx, { from, to }: Days): Promise<KeySums> {
  const sums = new Map<Dimension, PanelRow[]>()
  for (const dimensions of from > to ? [] : statements) {
    const rows = await ctx.db
      .selectFrom('roll_day')
      .select((select) => [
        'dimension',
        'key',
        select.fn.sum<number>('n').as('n'),
        select.fn.sum<number>('visitors').as('visitors'),
      ])
      .where('dimension', 'in', dimensions)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy(['dimension', 'key'])
      .execute()
    for (const dimension of dimensions) {
      const own = rows.filter((row) => row.dimension === dimension)
      sums.set(
        dimension,
        own.map(({ key, n, visitors }) => ({ key, n, visitors })),
      )
    }
  }
  return sums
}
