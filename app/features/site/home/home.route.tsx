import { readContactFormData } from '#app/features/leads/form/contact-form-data.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import { siteMessages } from '../messages.ts'
import { pageMeta } from '../page-meta.ts'

import type { Route } from './+types/home.route.ts'
import { ClaimsStrip } from './claims-strip.tsx'
import { ContactSection } from './contact-section.tsx'
import { Hero } from './hero.tsx'
import { IntroSection } from './intro-section.tsx'
import { ServicesSection } from './services-section.tsx'
import { ShareSection } from './share-section.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readContactFormData)
}

export function meta({ matches }: Route.MetaArgs) {
  const { home } = siteMessages[defaultLocale]
  return pageMeta({
    title: home.metaTitle,
    description: home.metaDescription,
    path: '/',
    site: matches[1]?.loaderData,
  })
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <ClaimsStrip />
      <IntroSection />
      <ServicesSection />
      <ContactSection data={loaderData} />
      <ShareSection />
    </>
  )
}
