import { Outlet } from 'react-router'

import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import bricolage from '#app/ui/fonts/bricolage-grotesque.woff2?url'
import inter from '#app/ui/fonts/inter.woff2?url'
import { LocaleProvider, useMessages } from '#app/ui/locale.tsx'
import styles from './public.css?url'

import { siteMessages } from '../messages.ts'

import type { Route } from './+types/site-layout.route.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { readPublicSite } from './public-site.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readPublicSite)
}

export function links(): Route.LinkDescriptors {
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const
  return [
    { ...font, href: bricolage },
    { ...font, href: inter },
    { rel: 'stylesheet', href: styles },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ]
}

export default function SiteLayoutRoute() {
  return (
    <LocaleProvider value={defaultLocale}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
    </LocaleProvider>
  )
}

function SkipLink() {
  const { nav } = useMessages(siteMessages)
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-overlay focus:px-4 focus:py-2"
    >
      {nav.skip}
    </a>
  )
}
