import { type CsvCell, toCsv } from '#app/lib/csv.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { activityTitle } from './activity-title.ts'
import { listActivities } from './list-activities.server.ts'
import { listPanel } from './list-panel.server.ts'
import { listRefused } from './list-refused.server.ts'
import { type ListPanelName, keyLabel, listPanelNames, listPanels } from './panels.ts'
import type { Range } from './range.ts'
import { readFunnel } from './read-funnel.server.ts'
import { readSeries } from './read-series.server.ts'
import { readTotals } from './read-totals.server.ts'
import { readVitals } from './read-vitals.server.ts'

type Rows = readonly (readonly CsvCell[])[]

/** Past any panel's bound of keys over the longest range that is shown. */
const MOST_ROWS = 100_000

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
      activityTitle(activity.kind),
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

/**
 * A panel as CSV, whole, with a byte order mark.
 * @throws {AppError} not-found for a panel that there is none of.
 */
export async function exportPanel(ctx: Ctx, panel: string, range: Range): Promise<string> {
  requireActor(ctx)
  const name = listPanelNames.find((known) => known === panel)
  const rows = name
    ? await listRows(ctx, name, range)
    : await (Object.hasOwn(others, panel) ? others[panel] : undefined)?.(ctx, range)
  if (!rows) throw new AppError('not-found', 'There is no such panel.')
  return `\uFEFF${toCsv(rows)}`
}

async function listRows(ctx: Ctx, name: ListPanelName, range: Range): Promise<Rows> {
  const { unit, by } = listPanels[name]
  const rows = await listPanel(ctx, name, range, MOST_ROWS)
  return by === 'n'
    ? [[unit, 'Inquiries'], ...rows.map(({ key, n }) => [keyLabel(name, key), n])]
    : [
        [unit, 'Visitors', 'Page views'],
        ...rows.map(({ key, n, visitors }) => [keyLabel(name, key), visitors, n]),
      ]
}
