import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { listCrawlers } from '../crawlers/list-crawlers.server.ts'
import { goals as goalSetting } from '../goals/goals.server.ts'
import { countPeriod } from '../visits/count-period.server.ts'

import { type Filter, visitFilters } from './filters.ts'
import {
  activityTitles,
  keyLabel,
  type ListPanelName,
  listPanelNames,
  listPanels,
  type PanelRow,
  rankRows,
} from './panels.ts'
import type { Range } from './range.ts'
import { type Asked, collectFigures, type Dashboard } from './read-dashboard.server.ts'
import { withMainLanguage } from './main-language.server.ts'
import { nothingCounted } from './read-figures.server.ts'

type Rows = readonly (readonly CsvCell[])[]

/** A crawler may have read every page of the site. */
const MOST_CRAWLERS = 5000

const others: Readonly<Record<string, (dashboard: Dashboard) => Rows>> = {
  totals: ({ totals }) => [
    ['Figure', 'This period', 'Period before'],
    ...Object.entries(totals).map(([name, { now, before }]) => [name, now, before]),
  ],
  chart: ({ series }) => [
    ['From', 'Visitors', 'Page views', 'Inquiries'],
    ...series.points.map(({ at, visitors, pageViews, contacts }) => [
      typeof at === 'number' ? new Date(at).toISOString() : at,
      visitors,
      pageViews,
      contacts,
    ]),
  ],
  funnel: ({ funnel }) => [['Step', 'Visitors'], ...funnel.map(({ step, visitors }) => [step, visitors])],
  vitals: ({ vitals }) => [
    ['Measure', '75th percentile', 'Page views measured'],
    ...vitals.map(({ vital, p75, samples }) => [vital.toUpperCase(), p75, samples]),
  ],
  goals: ({ goals, totals }) => [
    ['Goal', 'Conversions', 'Visitors'],
    ...goals.map(({ name, conversions }) => [name, conversions, totals.visitors.now]),
  ],
  activities: ({ activities }) => [
    ['At', 'What', 'Page', 'Service', 'Country'],
    ...activities.map((activity) => [
      new Date(activity.at).toISOString(),
      activityTitles[activity.kind],
      activity.path,
      activity.service,
      activity.country,
    ]),
  ],
  'left-out': ({ refused }) => [['Reason', 'Visits'], ...refused.map(({ key, n }) => [key, n])],
}

/** Returns a panel as CSV in parts. @throws {AppError} not-found for an unknown panel. */
export async function exportPanel(
  ctx: Ctx,
  panel: string,
  range: Range,
  asked: Asked = {},
): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'analytics.read')
  const { filters = [] } = asked
  const name = listPanelNames.find((known) => known === panel)
  if (name) return exportList(name, await listAll(ctx, name, range, visitFilters(filters)))
  if (panel === 'crawlers') return exportWhole(await crawlerRows(ctx, range, filters))
  if (!Object.hasOwn(others, panel)) throw new AppError('not-found', 'There is no such panel.')
  return exportWhole(
    assertDefined(others[panel], 'it is an own one')(await collectFigures(ctx, range, asked)),
  )
}

async function crawlerRows(ctx: Ctx, range: Range, filters: readonly Filter[]): Promise<Rows> {
  const rows = await listCrawlers(ctx, range, filters, MOST_CRAWLERS)
  return [['Crawler', 'Requests', 'Pages'], ...rows.map(({ key, n, pages }) => [key, n, pages])]
}

async function listAll(ctx: Ctx, name: ListPanelName, range: Range, filters: Filter[]): Promise<PanelRow[]> {
  if (filters.length === 0) {
    const rows = await addUpDays(ctx, name, range)
    return name === 'languages' ? rankRows(name, await withMainLanguage(ctx, range, rows)) : rows
  }
  const { mainLanguage } = await ctx.site(ctx)
  const { goals } = await goalSetting.read(ctx)
  const { lists } = await countPeriod(ctx, { ...range, cut: null }, { filters, goals, mainLanguage })
  return rankRows(name, lists[name].values())
}

async function* exportWhole(rows: Rows): AsyncGenerator<string> {
  yield `\uFEFF${toCsv(rows)}`
}

function exportList(name: ListPanelName, rows: readonly PanelRow[]): AsyncGenerator<string> {
  const { unit, by } = listPanels[name]
  const label: CsvColumn<PanelRow> = [unit, ({ key }) => keyLabel(name, key)]
  const counts: CsvColumn<PanelRow>[] =
    by === 'n'
      ? [['Inquiries', ({ n }) => n]]
      : [
          ['Visitors', ({ visitors }) => visitors],
          ['Page views', ({ n }) => n],
        ]
  let sent = 0
  return csvInSlices([label, ...counts], async () => rows.slice(sent, (sent += ROWS_A_SLICE)))
}

/** Returns every key of a panel, highest counts first. Reads day by day, because one long statement would block everything else. */
async function addUpDays(ctx: Ctx, name: ListPanelName, { from, to }: Range): Promise<PanelRow[]> {
  const { dimension } = listPanels[name]
  const totals = new Map<string, PanelRow>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const rows = await ctx.db
      .selectFrom('roll_day')
      .select(['key', 'n', 'visitors'])
      .where('dimension', '=', dimension)
      .where('day', '=', day)
      .execute()
    for (const { key, n, visitors } of rows) {
      const total = totals.get(key) ?? nothingCounted
      totals.set(key, { key, n: n + total.n, visitors: visitors + total.visitors })
    }
    await yieldToOthers()
  }
  return rankRows(name, totals.values())
}
