import { use } from 'react'
import { Link } from 'react-router'

import { buttonClass } from '#app/ui/button.tsx'

import type { CrawlerRow } from '../crawlers/list-crawlers.server.ts'
import { formatCount, formatShare } from '../stats/format.ts'
import type { GoalFigure } from '../stats/read-figures.server.ts'

import { CountTable } from './count-table.tsx'
import { NothingYet, Panel, ViewContext } from './panel.tsx'

export function GoalsPanel({ goals, visitors }: { goals: readonly GoalFigure[]; visitors: number }) {
  const view = use(ViewContext)
  const isOwners = view !== null && view.shareKey === undefined
  return (
    <Panel title="Goals" name="goals" note="and the share of visitors">
      {goals.length === 0 ? (
        <NothingYet>No goals have been chosen.</NothingYet>
      ) : (
        <CountTable
          caption="Goals"
          head={['Goal', 'Conversions', 'Rate']}
          rows={goals.map(({ id, name, conversions }) => ({
            filter: { by: 'goal', key: id },
            name,
            count: formatCount(conversions),
            more: formatShare(conversions, visitors),
          }))}
        />
      )}
      {isOwners ? (
        <p className="mt-auto px-5 pb-4">
          <Link to="/admin/analytics/goals" className={buttonClass({ tone: 'outline', size: 'md' })}>
            Change goals
          </Link>
        </p>
      ) : null}
    </Panel>
  )
}

/** Crawlers run no scripts, so they are counted by their page requests and identified by their user agents. */
export function CrawlersPanel({ crawlers }: { crawlers: readonly CrawlerRow[] }) {
  const view = use(ViewContext)
  const chosen = view?.filters.find(({ by }) => by === 'crawler')
  return (
    <Panel title="AI crawlers" name="crawlers" note="not counted as visitors">
      {crawlers.length === 0 ? (
        <NothingYet>No AI crawler asked for a page in this period.</NothingYet>
      ) : (
        <CountTable
          caption="AI crawlers"
          head={[chosen ? 'Page' : 'Crawler', 'Requests', chosen ? '' : 'Pages']}
          rows={crawlers.map(({ key, n, pages }) => ({
            filter: { by: chosen ? 'page' : 'crawler', key },
            name: key,
            count: formatCount(n),
            more: chosen ? '' : formatCount(pages),
          }))}
        />
      )}
    </Panel>
  )
}
