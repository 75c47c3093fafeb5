import { type ReactNode, use } from 'react'
import { Link } from 'react-router'

import { buttonClass } from '#app/ui/button.tsx'

import type { CrawlerRow } from '../crawlers/list-crawlers.server.ts'
import type { Filter } from '../stats/filters.ts'
import { formatCount, formatShare } from '../stats/format.ts'
import type { GoalFigure } from '../stats/read-figures.server.ts'

import { FilterLink, filterRow, NothingYet, Panel, ViewContext } from './panel.tsx'

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

type CountTableProps = {
  caption: string
  head: readonly [name: string, count: string, more: string]
  rows: readonly { filter: Filter; name: string; count: ReactNode; more: ReactNode }[]
}

function CountTable({ caption, head, rows }: CountTableProps) {
  return (
    <table className="mb-3 w-full table-fixed text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="px-5 pb-1.5 text-left font-medium">
            {head[0]}
          </th>
          <th scope="col" className="w-24 pb-1.5 text-right font-medium">
            {head[1]}
          </th>
          <th scope="col" className="w-20 pr-5 pb-1.5 text-right font-medium">
            {head[2]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ filter, name, count, more }) => (
          <tr key={filter.key} className={filterRow}>
            <th scope="row" className="truncate py-1.5 pr-2 pl-5 text-left font-normal" title={name}>
              <FilterLink filter={filter} name={name}>
                {name}
              </FilterLink>
            </th>
            <td className="text-right font-medium tabular-nums">{count}</td>
            <td className="pr-5 text-right text-muted tabular-nums">{more}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
