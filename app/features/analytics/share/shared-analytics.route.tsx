import { isRouteErrorResponse } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { iconLinks } from '#app/ui/page-meta.ts'

import { Choices, Figures, Present } from '../admin/figures.tsx'
import { ViewContext } from '../admin/panel.tsx'
import { comparisonText } from '../stats/comparison-text.ts'

import type { Route } from './+types/shared-analytics.route.ts'
import { readSharedAnalytics } from '../admin/read-analytics-page.server.ts'
import styles from './shared-analytics.css?url'

export const handle: PageHandle = { app: true }

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, (ctx) => readSharedAnalytics(ctx, new URL(request.url).searchParams))
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
  ]
}

export function meta() {
  return [{ title: 'Analytics' }, { name: 'robots', content: 'noindex' }]
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isGone = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="theme-auto grid min-h-dvh content-center justify-items-center gap-4 px-5 text-center">
      <h1 className="text-2xl font-semibold">{isGone ? 'Not found' : 'Something went wrong'}</h1>
      <p className="max-w-md text-secondary">
        {isGone
          ? 'This link no longer works. Please ask the person who sent it for a new one.'
          : 'The figures could not be shown. Please try again in a moment.'}
      </p>
    </main>
  )
}

export default function SharedAnalyticsRoute({ loaderData }: Route.ComponentProps) {
  const { siteName, timeZone, now, today, view, dashboard } = loaderData
  return (
    <main className="theme-auto min-h-dvh text-[0.95rem]">
      <AdminPage title={`Analytics of ${siteName}`} actions={<Present visitors={dashboard.present} />}>
        <ViewContext value={view}>
          <Choices view={view} today={today} dashboard={dashboard} />
          <Figures
            dashboard={dashboard}
            before={comparisonText({ ...view, now, timeZone })}
            timeZone={timeZone}
            now={now}
          />
        </ViewContext>
      </AdminPage>
    </main>
  )
}
