import type { ReactNode } from 'react'

import { formatCount } from '../stats/format.ts'
import type { ListPanelName } from '../stats/panels.ts'
import type { Dashboard } from '../stats/read-dashboard.server.ts'
import type { RefusedCount } from '../stats/read-figures.server.ts'
import type { View } from '../stats/view.ts'

import { ComparisonPicker } from './comparison-picker.tsx'
import { ActivitiesPanel, FunnelPanel, VitalsPanel } from './figure-panels.tsx'
import { FilterChips } from './filter-chips.tsx'
import { CrawlersPanel, GoalsPanel } from './goals-and-crawlers.tsx'
import { ListPanelView } from './list-panel-view.tsx'
import { Panel } from './panel.tsx'
import { RangePicker } from './range-picker.tsx'
import { TotalCards } from './total-cards.tsx'
import { VisitsChart } from './visits-chart.tsx'

type FiguresProps = {
  dashboard: Dashboard
  /** Name of the period that trends compare with. */
  before: string
  timeZone: string
  now: number
}

export function Figures({ dashboard, before, timeZone, now }: FiguresProps) {
  const list = (name: ListPanelName) => <ListPanelView name={name} rows={dashboard.lists[name]} />
  return (
    <>
      <section aria-label="Totals">
        <TotalCards totals={dashboard.totals} before={before} />
      </section>
      <Panel title="Visits over time" name="chart">
        <VisitsChart series={dashboard.series} before={before} timeZone={timeZone} />
      </Panel>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {list('channels')}
        <GoalsPanel goals={dashboard.goals} visitors={dashboard.totals.visitors.now} />
        {list('pages')}
        {list('referrers')}
        <ActivitiesPanel activities={dashboard.activities} timeZone={timeZone} now={now} />
        <Stack>
          {list('services')}
          <FunnelPanel steps={dashboard.funnel} />
        </Stack>
        {list('assistants')}
        <CrawlersPanel crawlers={dashboard.crawlers} />
        <Stack>
          {list('countries')}
          <VitalsPanel vitals={dashboard.vitals} />
        </Stack>
        <Stack>
          {list('devices')}
          {list('campaigns')}
        </Stack>
        {list('lead-channels')}
        {list('lead-pages')}
      </div>
      <LeftOut refused={dashboard.refused} timeZone={timeZone} />
    </>
  )
}

export function Choices({ view, today, dashboard }: { view: View; today: string; dashboard: Dashboard }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <RangePicker view={view} today={today} />
        <ComparisonPicker view={view} today={today} />
      </div>
      <FilterChips view={view} goals={dashboard.goals} since={dashboard.filteredSince} />
    </>
  )
}

/** Stacks panels in a column; the last one takes the remaining height. */
function Stack({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 grid-rows-[auto_1fr] gap-6">{children}</div>
}

export function Present({ visitors }: { visitors: number }) {
  return (
    <p className="flex items-center gap-2 self-center px-2 text-sm text-secondary">
      <span aria-hidden className="size-2 rounded-full bg-success" />
      <span>
        <span className="font-medium text-primary tabular-nums">{formatCount(visitors)}</span>{' '}
        {visitors === 1 ? 'visitor' : 'visitors'} now
      </span>
    </p>
  )
}

const reasons: Readonly<Record<string, string>> = {
  bot: 'bots',
  automation: 'automated browsers',
  owner: 'your own',
  privacy: 'asked not to be counted',
  'unknown-page': 'for unknown pages',
  'too-many': 'too many from one place',
  full: 'rejected under load',
}

/** Explains how the figures are made, and shows how many visits were left out. */
export function LeftOut({ refused, timeZone }: { refused: readonly RefusedCount[]; timeZone: string }) {
  const parts = refused.map(({ key, n }) => `${formatCount(n)} ${reasons[key] ?? key}`)
  return (
    <p className="text-xs text-muted">
      Days begin at midnight in {timeZone}. A visitor is counted once a day, without cookies and without
      storing addresses. {parts.length > 0 ? `Left out: ${parts.join(', ')}.` : 'Nothing was left out.'}
    </p>
  )
}
