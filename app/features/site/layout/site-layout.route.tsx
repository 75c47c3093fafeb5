import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { Outlet, useRouteLoaderData } from 'react-router'

import { ChatBlock } from '#app/features/chat/widget/chat-block.tsx'
import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import bricolage from '#app/ui/fonts/bricolage-grotesque.woff2?url'
import inter from '#app/ui/fonts/inter.woff2?url'
import type { Look } from '#app/lib/look.ts'
import { iconLinksOf } from '#app/ui/page-meta.ts'
import { LocaleProvider, TextsProvider, useTexts, type WordedTexts } from '#app/ui/locale.tsx'
import styles from './public.css?url'

import { siteTexts } from '../messages.ts'

import type { Route } from './+types/site-layout.route.ts'
import { ErrorContent } from './error-content.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { readPublicSite } from './public-site.server.ts'
import { type PublicSite, SITE_LAYOUT_ID } from '#app/ui/use-site.ts'

const starterFonts = [bricolage, inter]

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readPublicSite)
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'stylesheet', href: styles },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
}

/** A refusal says when to try again. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

export default function SiteLayoutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Frame look={loaderData.look} texts={loaderData.texts}>
      <Outlet />
    </Frame>
  )
}

/** A page that fails stays within the frame, unless the frame's own data is what failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<PublicSite & { texts: WordedTexts }>(SITE_LAYOUT_ID)
  return site ? (
    <Frame look={site.look} texts={site.texts}>
      <ErrorContent error={error} />
    </Frame>
  ) : (
    <main>
      <ErrorContent error={error} />
    </main>
  )
}

type FrameProps = { look: Look; texts: WordedTexts; children: ReactNode }

function Frame({ look, texts, children }: FrameProps) {
  for (const href of look.preload ?? starterFonts)
    preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <LocaleProvider value={defaultLocale}>
      <TextsProvider value={texts}>
        {look.sheet === null ? null : <link rel="stylesheet" href={look.sheet.path} precedence="brand" />}
        {iconLinksOf(look.icons).map((link) => (
          <link key={link.href} {...link} />
        ))}
        <SkipLink />
        <Header />
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <Footer />
        <ChatBlock />
      </TextsProvider>
    </LocaleProvider>
  )
}

function SkipLink() {
  const { nav } = useTexts(siteTexts)
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-overlay focus:px-4 focus:py-2"
    >
      {nav.skip}
    </a>
  )
}
