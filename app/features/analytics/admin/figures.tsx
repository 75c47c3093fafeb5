import type { ReactNode } from 'react'

import { cx } from '#app/lib/class-names.ts'
import {
  ArrowDownRight,
  ArrowUpRight,
  Eye,
  MessagesSquare,
  Minus,
  Send,
  Sparkles,
  Users,
} from '#app/ui/icons.tsx'

import { formatCount, formatTrend } from '../stats/format.ts'
import type { ListPanelName } from '../stats/panels.ts'
import type { Dashboard } from '../stats/read-dashboard.server.ts'
import type { RefusedCount, Totals, Trend } from '../stats/read-figures.server.ts'
import type { View } from '../stats/view.ts'

import { ComparisonPicker } from './comparison-picker.tsx'
import { ActivitiesPanel, FunnelPanel, VitalsPanel } from './figure-panels.tsx'
import { FilterChips } from './filter-chips.tsx'
import { CrawlersPanel, GoalsPanel } from './goals-and-crawlers.tsx'
import { ListPanelView } from './list-panel-view.tsx'
import { Panel } from './panel.tsx'
import { RangePicker } from './range-picker.tsx'
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
        {dashboard.lists.languages.length > 0 ? list('languages') : null}
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

const cards = [
  { key: 'visitors', name: 'Daily visitors', icon: Users },
  { key: 'pageViews', name: 'Page views', icon: Eye },
  { key: 'contacts', name: 'Inquiries', icon: Send },
  { key: 'chats', name: 'Chats', icon: MessagesSquare },
] as const

function TotalCards({ totals, before }: { totals: Totals; before: string }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
      {cards.map(({ key, name, icon: Icon }) => {
        const { now, trend, before: earlier } = totals[key]
        return (
          <div key={key} className="bg-raised p-4 sm:p-5">
            <dt className="flex items-center gap-2 text-sm text-secondary">
              <Icon aria-hidden className="size-4 text-muted" />
              {name}
            </dt>
            <dd className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="text-2xl leading-tight font-semibold tracking-tight tabular-nums sm:text-3xl">
                {formatCount(now)}
              </span>
              {earlier === null ? null : <TrendMark trend={trend} />}
              {earlier === null ? null : (
                <span className="w-full text-xs text-muted tabular-nums">
                  {formatCount(earlier)} {before}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The sign shows the direction, so that arrow and colour are not needed to understand it. */
function TrendMark({ trend }: { trend: Trend }) {
  const change = trend === 'new' ? 1 : trend === null ? 0 : Math.sign(trend.percent)
  const Icon = trend === 'new' ? Sparkles : change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : Minus
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-sm font-medium tabular-nums',
        change > 0 ? 'text-success' : change < 0 ? 'text-danger' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {formatTrend(trend)}
    </span>
  )
}
