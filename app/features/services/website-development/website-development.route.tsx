import { defaultLocale } from '#app/lib/messages.ts'
import { Gauge, MessageCircle, ScanSearch } from '#app/ui/icons.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { websitePlans } from '../figures.ts'
import { ChipList } from '../parts/chip-list.tsx'
import { Faq } from '../parts/faq.tsx'
import { PointGrid } from '../parts/point-grid.tsx'
import { ServiceContact } from '../parts/service-contact.tsx'
import { ServiceHero } from '../parts/service-hero.tsx'
import { serviceMeta } from '../parts/service-meta.ts'
import { readServiceMessages } from '../service-messages.ts'

import type { Route } from './+types/website-development.route.ts'
import { LayersVisual } from './layers-visual.tsx'
import { Plans } from './plans.tsx'
import { websiteMessages } from './website-messages.ts'

export function meta({ matches }: Route.MetaArgs) {
  const texts = readServiceMessages(websiteMessages, defaultLocale)
  return serviceMeta({
    matches,
    slug: 'website-development',
    title: texts.metaTitle,
    description: texts.metaDescription,
    offers: websitePlans.map(({ slug, price }) => ({ name: texts.plans[slug].name, price })),
    faq: texts.faq,
  })
}

export default function WebsiteDevelopmentRoute() {
  const texts = readServiceMessages(websiteMessages, useLocale())
  return (
    <>
      <ServiceHero
        slug="website-development"
        title={texts.hero.title}
        text={texts.hero.text}
        visual={<LayersVisual />}
        more={{ href: '#plans', text: texts.hero.more }}
      />
      <Section labelledBy="benefits-title">
        <SectionHead id="benefits-title" title={texts.benefitsTitle} className="mb-14" />
        <PointGrid points={texts.benefits} icons={[Gauge, ScanSearch, MessageCircle]} />
      </Section>
      <Section labelledBy="tech-title" className="border-t border-line bg-raised">
        <SectionHead id="tech-title" title={texts.techTitle} text={texts.techText} className="mb-10" />
        <ChipList names={texts.technologies} />
      </Section>
      <Section id="plans" labelledBy="plans-title" className="border-t border-line">
        <SectionHead id="plans-title" title={texts.plansTitle} text={texts.plansText} className="mb-14" />
        <Plans texts={texts} />
      </Section>
      <Faq entries={texts.faq} />
      <ServiceContact slug="website-development" />
    </>
  )
}
