import type { ReactNode } from 'react'
import { preload } from 'react-dom'

import { ChatBlock } from '#app/features/chat/widget/chat-block.tsx'
import bricolage from '#app/ui/fonts/bricolage-grotesque-basic.woff2?url'
import inter from '#app/ui/fonts/inter-basic.woff2?url'
import { LocaleProvider, TextsProvider, useTexts, type WordedTexts } from '#app/ui/locale.tsx'
import { iconLinksOf } from '#app/ui/page-meta.ts'
import { type PublicSite, SiteProvider } from '#app/ui/use-site.ts'

import { siteTexts } from '../messages.ts'

import { FixedPart } from './fixed-part.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import styles from './public.css?url'

export type FramedSite = PublicSite & { texts: WordedTexts }

const starterFonts = [bricolage, inter]

export const frameLinks = [
  { rel: 'stylesheet', href: styles },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function SiteFrame({ site, children }: { site: FramedSite; children: ReactNode }) {
  const { look, texts } = site
  for (const href of look.preload ?? starterFonts)
    preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <LocaleProvider value={site.language}>
      <SiteProvider value={site}>
        <TextsProvider value={texts}>
          {look.sheet === null ? null : <link rel="stylesheet" href={look.sheet.path} precedence="brand" />}
          {iconLinksOf(look.icons).map((link) => (
            <link key={link.href} {...link} />
          ))}
          <SkipLink />
          <FixedPart name="header" hoisting={<Logo {...site} />}>
            <Header />
          </FixedPart>
          <main id="content" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <FixedPart name="footer">
            <Footer />
            <ChatBlock />
          </FixedPart>
        </TextsProvider>
      </SiteProvider>
    </LocaleProvider>
  )
}

function SkipLink() {
  const { nav } = useTexts(siteTexts)
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:inset-s-3 focus:z-50 focus:rounded-md focus:bg-overlay focus:px-4 focus:py-2"
    >
      {nav.skip}
    </a>
  )
}
