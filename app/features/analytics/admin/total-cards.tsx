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
import type { Totals, Trend } from '../stats/read-figures.server.ts'

const cards = [
  { key: 'visitors', name: 'Daily visitors', icon: Users },
  { key: 'pageViews', name: 'Page views', icon: Eye },
  { key: 'contacts', name: 'Inquiries', icon: Send },
  { key: 'chats', name: 'Chats', icon: MessagesSquare },
] as const

export function TotalCards({ totals, before }: { totals: Totals; before: string }) {
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
