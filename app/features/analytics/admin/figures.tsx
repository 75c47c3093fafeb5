import type { ReactNode } from 'react'

import { formatCount } from '../stats/format.ts'
import type { ListPanelName } from '../stats/panels.ts'
import type { Range } from '../stats/range.ts'
import type { Dashboard } from '../stats/read-dashboard.server.ts'

import { ActivitiesPanel } from './activities-panel.tsx'
import { FunnelPanel } from './funnel-panel.tsx'
import { LeftOut } from './left-out.tsx'
import { ListPanelView } from './list-panel-view.tsx'
import { Panel } from './panel.tsx'
import { TotalCards } from './total-cards.tsx'
import { VisitsChart } from './visits-chart.tsx'
import { VitalsPanel } from './vitals-panel.tsx'

type FiguresProps = {
  dashboard: Dashboard
  /** What the trends compare with, in words. */
  before: string
  timeZone: string
  now: number
}

/** All panels of a period. */
export function Figures({ dashboard, before, timeZone, now }: FiguresProps) {
  const list = (name: ListPanelName) => <ListPanelView name={name} rows={dashboard.lists[name]} />
  return (
    <>
      <section aria-label="Totals">
        <TotalCards totals={dashboard.totals} before={before} />
      </section>
      <Panel title="Visits over time" name="chart">
        <VisitsChart series={dashboard.series} timeZone={timeZone} />
      </Panel>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ActivitiesPanel activities={dashboard.activities} timeZone={timeZone} now={now} />
        <Stack>
          {list('services')}
          <FunnelPanel steps={dashboard.funnel} />
        </Stack>
        {list('pages')}
        {list('referrers')}
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

/** Panels one below the other, the last of them as high as the column leaves it. */
function Stack({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 grid-rows-[auto_1fr] gap-6">{children}</div>
}

/** What the trends of a range compare with. */
export function beforeText({ name }: Range): string {
  const texts = { today: 'yesterday', '7d': 'the 7 days before', '30d': 'the 30 days before' } as const
  if (name === '90d') return 'the 90 days before'
  return name === 'custom' ? 'the period before' : texts[name]
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
