import { defaultLocale } from '#app/lib/messages.ts'

import { siteMessages } from '../messages.ts'
import { pageMeta } from '#app/ui/page-meta.ts'

import type { Route } from './+types/home.route.ts'
import { ClaimsStrip } from './claims-strip.tsx'
import { ContactSection } from './contact-section.tsx'
import { Hero } from './hero.tsx'
import { IntroSection } from './intro-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { ShareSection } from './share-section.tsx'
import { siteStructuredData } from './structured-data.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { home } = siteMessages[defaultLocale]
  return pageMeta({
    title: home.metaTitle,
    description: home.metaDescription,
    path: '/',
    matches,
    jsonLd: (site) => siteStructuredData(site, home.metaDescription, defaultLocale),
  })
}

export default function HomeRoute() {
  return (
    <>
      <Hero />
      <ClaimsStrip />
      <IntroSection />
      <ServicesSection />
      <ContactSection />
      <ShareSection />
    </>
  )
}
