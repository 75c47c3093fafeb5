import { Outlet, useRouteLoaderData } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { SITE_LAYOUT_ID } from '#app/ui/use-site.ts'

import type { Route } from './+types/site-layout.route.ts'
import { ErrorContent } from './error-content.tsx'
import { readPublicSite } from './public-site.server.ts'
import { type FramedSite, frameLinks, SiteFrame } from './site-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readPublicSite)
}

export function links(): Route.LinkDescriptors {
  return frameLinks
}

/** Keeps the headers of refusals, which say when to retry. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

export default function SiteLayoutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame site={loaderData}>
      <Outlet />
    </SiteFrame>
  )
}

/** Shows the error within the frame, unless the frame's own data failed to load. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<FramedSite>(SITE_LAYOUT_ID)
  return site ? (
    <SiteFrame site={site}>
      <ErrorContent error={error} />
    </SiteFrame>
  ) : (
    <main>
      <ErrorContent error={error} />
    </main>
  )
}
