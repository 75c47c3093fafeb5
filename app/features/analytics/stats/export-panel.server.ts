import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import { addDays } from '#app/lib/days.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { type CsvColumn, csvInSlices, ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import {
  activityTitles,
  keyLabel,
  type ListPanelName,
  listPanelNames,
  listPanels,
  type PanelRow,
} from './panels.ts'
import { listActivities } from './list-activities.server.ts'
import { listRefused, nothingCounted, readFunnel, readTotals, readVitals } from './read-figures.server.ts'
import type { Range } from './range.ts'
import { readSeries } from './read-series.server.ts'

type Rows = readonly (readonly CsvCell[])[]

const others: Readonly<Record<string, (ctx: Ctx, range: Range) => Promise<Rows>>> = {
  totals: async (ctx, range) => [
    ['Figure', 'This period', 'Period before'],
    ...Object.entries(await readTotals(ctx, range)).map(([name, { now, before }]) => [name, now, before]),
  ],
  chart: async (ctx, range) => [
    ['From', 'Visitors', 'Page views', 'Inquiries'],
    ...(await readSeries(ctx, range)).points.map(({ at, visitors, pageViews, contacts }) => [
      typeof at === 'number' ? new Date(at).toISOString() : at,
      visitors,
      pageViews,
      contacts,
    ]),
  ],
  funnel: async (ctx, range) => [
    ['Step', 'Visitors'],
    ...(await readFunnel(ctx, range)).map(({ step, visitors }) => [step, visitors]),
  ],
  vitals: async (ctx, range) => [
    ['Measure', '75th percentile', 'Page views measured'],
    ...(await readVitals(ctx, range)).map(({ vital, p75, samples }) => [vital.toUpperCase(), p75, samples]),
  ],
  activities: async (ctx) => [
    ['At', 'What', 'Page', 'Service', 'Country'],
    ...(await listActivities(ctx)).map((activity) => [
      new Date(activity.at).toISOString(),
      activityTitles[activity.kind],
      activity.path,
      activity.service,
      activity.country,
    ]),
  ],
  'left-out': async (ctx, range) => [
    ['Reason', 'Visits'],
    ...(await listRefused(ctx, range)).map(({ key, n }) => [key, n]),
  ],
}

/** A panel as CSV, in parts. @throws {AppError} not-found for an unknown panel. */
export async function exportPanel(ctx: Ctx, panel: string, range: Range): Promise<AsyncGenerator<string>> {
  requireActor(ctx, 'analytics.read')
  const name = listPanelNames.find((known) => known === panel)
  if (name) return exportList(name, await addUpDays(ctx, name, range))
  const rows = await (Object.hasOwn(others, panel) ? others[panel] : undefined)?.(ctx, range)
  if (!rows) throw new AppError('not-found', 'There is no such panel.')
  return exportWhole(rows)
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

/** Every key of a panel, highest counts first. Read day by day: one statement over a long range would hold up everything else. */
async function addUpDays(ctx: Ctx, name: ListPanelName, { from, to }: Range): Promise<PanelRow[]> {
  const { dimension, by } = listPanels[name]
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
  return [...totals.values()].sort(
    (one, other) => other[by] - one[by] || other.n - one.n || (one.key < other.key ? -1 : 1),
  )
}
