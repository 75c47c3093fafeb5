import { Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ChartNoAxesCombined, Settings2, TriangleAlert } from '#app/ui/icons.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { formatCount } from '../stats/format.ts'
import { comparisonText } from '../stats/comparison-text.ts'

import type { Route } from './+types/analytics.route.ts'
import { Choices, Figures, Present } from './figures.tsx'
import { ViewContext } from './panel.tsx'
import { readAnalyticsPage } from './read-analytics-page.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, (ctx) => readAnalyticsPage(ctx, new URL(request.url).searchParams))
}

export function meta() {
  return [{ title: 'Analytics · Admin' }]
}

export default function AnalyticsRoute({ loaderData }: Route.ComponentProps) {
  const { view, today, source, dashboard } = loaderData
  const { timeZone, now } = useAdminShell()
  const isReal = source === 'real'
  const isEmpty = isReal && dashboard.isEmpty
  return (
    <AdminPage
      title={
        <span className="flex flex-wrap items-center gap-3">
          Analytics
          {isReal ? null : <Badge tone="warning">Sample data</Badge>}
        </span>
      }
      actions={
        <>
          {isReal && !isEmpty ? <Present visitors={dashboard.present} /> : null}
          {source === 'sample' ? (
            <Link to="/admin/analytics" className={buttonClass({ tone: 'outline', size: 'md' })}>
              Hide sample data
            </Link>
          ) : null}
          <Link
            to="/admin/analytics/settings"
            className={buttonClass({ tone: 'quiet', size: 'md' })}
            aria-label="Analytics settings"
          >
            <Settings2 aria-hidden className="size-4" />
            Settings
          </Link>
        </>
      }
    >
      {source === 'failed' ? <Unreadable /> : null}
      {isEmpty ? (
        <NothingCounted />
      ) : (
        <ViewContext value={isReal ? view : null}>
          {isReal ? <Choices view={view} today={today} dashboard={dashboard} /> : null}
          {dashboard.drift > 0 ? <Drift figures={dashboard.drift} /> : null}
          <Figures
            dashboard={dashboard}
            before={isReal ? comparisonText({ ...view, now, timeZone }) : 'in the 30 days before'}
            timeZone={timeZone}
            now={now}
          />
        </ViewContext>
      )}
    </AdminPage>
  )
}

function Unreadable() {
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-lg border border-warning/40 bg-warning/10 px-5 py-4 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p>
        Your figures could not be loaded just now. Below is made-up sample data. Reload in a moment for the
        real figures. The error has been logged.
      </p>
    </div>
  )
}

function NothingCounted() {
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title="No visits yet"
      text="Visits, inquiries and chats are counted from the first one on. Your own are left out while you are signed in: open the site in a private window to try it."
    >
      <Link to="/admin/analytics?sample=1" className={buttonClass({ tone: 'outline', size: 'md' })}>
        Show sample data
      </Link>
    </EmptyState>
  )
}

function Drift({ figures }: { figures: number }) {
  return (
    <p role="alert" className="rounded-lg border border-warning/40 bg-warning/10 px-5 py-4 text-sm">
      Last night's check found {formatCount(figures)} figures that differ from the stored events. Run{' '}
      <code>npm run analytics:rebuild</code> to recount them.
    </p>
  )
}
