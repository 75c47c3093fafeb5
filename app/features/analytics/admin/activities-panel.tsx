import type { EventKind } from '#app/platform/db/schema/analytics.ts'
import { ArrowUpRight, MessagesSquare, Send, Sparkles } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'

import { activityTitle } from '../stats/activity-title.ts'
import type { Activity } from '../stats/list-activities.server.ts'
import { keyLabel, serviceLabel } from '../stats/panels.ts'

import { NothingYet, Panel } from './panel.tsx'

const icons: Partial<Record<EventKind, typeof Send>> = {
  contact_form: Send,
  service_inquiry: Sparkles,
  chat: MessagesSquare,
}

type ActivitiesProps = { activities: readonly Activity[]; timeZone: string; now: number }

/** The ten latest inquiries, interests and chats, whatever the period. */
export function ActivitiesPanel({ activities, timeZone, now }: ActivitiesProps) {
  return (
    <Panel title="Recent activity" name="activities" note="the latest ten">
      {activities.length === 0 ? (
        <NothingYet>Inquiries and chats appear here as they come.</NothingYet>
      ) : (
        <ol className="divide-y divide-line border-t border-line text-sm">
          {activities.map(({ id, at, kind, path, service, country }) => {
            const Icon = icons[kind] ?? ArrowUpRight
            const about = [service && serviceLabel(service), path, country && keyLabel('countries', country)]
            return (
              <li key={id} className="flex items-center gap-3 px-5 py-2.5">
                <Icon aria-hidden className="size-4 shrink-0 text-accent" />
                <p className="min-w-0 flex-1 truncate">
                  <span className="font-medium">{activityTitle(kind)}</span>
                  <bdi className="ml-2 text-muted">{about.filter(Boolean).join(' · ')}</bdi>
                </p>
                <p className="shrink-0 text-xs text-muted tabular-nums">
                  <Time at={at} timeZone={timeZone} now={now} />
                </p>
              </li>
            )
          })}
        </ol>
      )}
    </Panel>
  )
}
