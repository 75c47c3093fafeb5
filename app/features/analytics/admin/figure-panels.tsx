import { assertDefined } from '#app/lib/assert-defined.ts'
import type { EventKind } from '#app/platform/db/schema/analytics.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ArrowUpRight, MessagesSquare, Send, Sparkles } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'

import { thresholds, type Vital } from '../rollups/vital-buckets.ts'
import { stepNames } from '../stats/filter-label.ts'
import { formatCount, formatShare, formatVital } from '../stats/format.ts'
import type { Activity } from '../stats/list-activities.server.ts'
import { activityTitles, keyLabel, serviceLabel } from '../stats/panels.ts'
import type { FunnelStep, VitalFigure } from '../stats/read-figures.server.ts'

import { FilterLink, filterRow, NothingYet, Panel } from './panel.tsx'

const icons: Partial<Record<EventKind, typeof Send>> = {
  contact_form: Send,
  service_inquiry: Sparkles,
  chat: MessagesSquare,
}

type ActivitiesProps = { activities: readonly Activity[]; timeZone: string; now: number }

export function ActivitiesPanel({ activities, timeZone, now }: ActivitiesProps) {
  return (
    <Panel title="Recent activity" name="activities" note="the latest ten">
      {activities.length === 0 ? (
        <NothingYet>Inquiries and chats appear here as they come in.</NothingYet>
      ) : (
        <ol className="divide-y divide-line border-t border-line text-sm">
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} timeZone={timeZone} now={now} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

type ActivityProps = { activity: Activity; timeZone: string; now: number }

function ActivityRow({ activity: { at, kind, path, service, country }, timeZone, now }: ActivityProps) {
  const Icon = icons[kind] ?? ArrowUpRight
  const about = [service && serviceLabel(service), path, country && keyLabel('countries', country)]
  const title = activityTitles[kind]
  return (
    <li className={`${filterRow} flex items-center gap-3 px-5 py-2.5`}>
      <Icon aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">
          {path === null ? (
            title
          ) : (
            <FilterLink filter={{ by: 'page', key: path }} name={`${path}, the page of this: ${title}`}>
              {title}
            </FilterLink>
          )}
        </span>
        <bdi className="ml-2 text-muted">{about.filter(Boolean).join(' · ')}</bdi>
      </p>
      <p className="shrink-0 text-xs text-muted tabular-nums">
        <Time at={at} timeZone={timeZone} now={now} />
      </p>
    </li>
  )
}

export function FunnelPanel({ steps }: { steps: readonly FunnelStep[] }) {
  const whole = assertDefined(steps[0], 'the funnel always has its steps').visitors
  const most = Math.max(1, ...steps.map(({ visitors }) => visitors))
  return (
    <Panel title="From visit to inquiry" name="funnel">
      <table className="mb-3 w-full table-fixed text-sm">
        <caption className="sr-only">From visit to inquiry</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-5 pb-1.5 text-left font-medium">
              Step
            </th>
            <th scope="col" className="w-20 pb-1.5 text-right font-medium">
              Visitors
            </th>
            <th scope="col" className="w-20 pr-5 pb-1.5 text-right font-medium">
              Of all
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, visitors }) => (
            <tr key={step} className={filterRow}>
              <th scope="row" className="py-2 pr-2 pl-5 text-left font-normal">
                <FilterLink filter={{ by: 'step', key: step }} name={stepNames[step]}>
                  {stepNames[step]}
                </FilterLink>
                <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-overlay">
                  <span
                    className="block h-full rounded-full bg-accent forced-color-adjust-none"
                    style={{ width: `${(visitors / most) * 100}%` }}
                  />
                </span>
              </th>
              <td className="text-right font-medium tabular-nums">{formatCount(visitors)}</td>
              <td className="pr-5 text-right text-muted tabular-nums">{formatShare(visitors, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const names: Record<Vital, { name: string; text: string }> = {
  lcp: { name: 'LCP', text: 'until the main content is visible' },
  cls: { name: 'CLS', text: 'how much the layout shifts' },
  inp: { name: 'INP', text: 'until the page responds to a press' },
}

export function VitalsPanel({ vitals }: { vitals: readonly VitalFigure[] }) {
  return (
    <Panel title="Web vitals" name="vitals" note="75th percentile">
      <table className="mb-3 w-full text-sm">
        <caption className="sr-only">Web vitals, 75th percentile</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Value</th>
            <th scope="col">Rating</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {vitals.map(({ vital, p75, samples }) => (
            <tr key={vital} className={filterRow}>
              <th scope="row" className="py-3 pl-5 text-left font-normal">
                <FilterLink
                  filter={{ by: 'slow', key: vital }}
                  name={`visits in which ${names[vital].name} was not good`}
                  className="font-medium"
                >
                  {names[vital].name}
                </FilterLink>
                <span className="block text-xs text-muted">
                  {names[vital].text}; {formatCount(samples)} measured
                </span>
              </th>
              <td className="px-3 text-right text-lg font-semibold whitespace-nowrap tabular-nums">
                {formatVital(vital, p75)}
              </td>
              <td className="w-px pr-5 text-right">
                {p75 === null ? null : <Rating vital={vital} value={p75} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Rating({ vital, value }: { vital: Vital; value: number }) {
  const [good, poor] = thresholds[vital]
  if (value <= good) return <Badge tone="success">Good</Badge>
  return value <= poor ? <Badge tone="warning">Fair</Badge> : <Badge tone="danger">Poor</Badge>
}
