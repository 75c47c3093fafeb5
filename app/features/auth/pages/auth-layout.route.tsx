import { Outlet } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import bricolage from '#app/ui/fonts/bricolage-grotesque-basic.woff2?url'
import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { iconLinks } from '#app/ui/page-meta.ts'

import styles from './auth.css?url'
import type { Route } from './+types/auth-layout.route.ts'

/** These pages are plain forms without scripts, so that signing in works even when scripts fail. */
export const handle: PageHandle = { unshared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ siteName: (await ctx.site(ctx)).siteName }))
}

export function links(): Route.LinkDescriptors {
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const
  return [
    { ...font, href: bricolage },
    { ...font, href: inter },
    { rel: 'stylesheet', href: styles },
    ...iconLinks,
  ]
}

export default function AuthLayoutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <main className="theme-auto grid min-h-dvh place-items-center bg-ink px-5 py-12 text-primary">
      <div className="w-full max-w-md">
        <p className="mb-6 text-center text-sm font-medium text-secondary">
          <a href="/" className="no-underline hover:underline">
            {loaderData.siteName}
          </a>
        </p>
        <div className="rounded-lg border border-line bg-raised p-7 sm:p-9">
          <Outlet />
        </div>
      </div>
    </main>
  )
}
