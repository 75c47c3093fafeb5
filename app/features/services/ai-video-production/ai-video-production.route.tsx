import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import { Check, Clock } from '#app/ui/icons.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { ComparisonTable } from '../parts/comparison-table.tsx'
import { Faq } from '../parts/faq.tsx'
import { PointGrid } from '../parts/point-grid.tsx'
import { ServiceContact } from '../parts/service-contact.tsx'
import { ServiceHero } from '../parts/service-hero.tsx'
import { serviceMeta } from '../parts/service-meta.ts'
import { readServiceMessages } from '../service-messages.ts'

import type { Route } from './+types/ai-video-production.route.ts'
import { aiVideoEn } from './ai-video-production.en.ts'
import { TimelineVisual } from './timeline-visual.tsx'

const messages: Messages<typeof aiVideoEn> = { en: aiVideoEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription, faq } = readServiceMessages(messages, defaultLocale)
  return serviceMeta({
    matches,
    slug: 'ai-video-production',
    title: metaTitle,
    description: metaDescription,
    faq,
  })
}

export default function AiVideoProductionRoute() {
  const texts = readServiceMessages(messages, useLocale())
  return (
    <>
      <ServiceHero
        slug="ai-video-production"
        title={texts.hero.title}
        text={texts.hero.text}
        visual={<TimelineVisual />}
        more={{ href: '#cost', text: texts.hero.more }}
      />
      <Section labelledBy="benefits-title">
        <SectionHead id="benefits-title" title={texts.benefitsTitle} className="mb-14" />
        <PointGrid points={texts.benefits} />
      </Section>
      <Section labelledBy="options-title" className="border-t border-line bg-raised">
        <SectionHead id="options-title" title={texts.optionsTitle} className="mb-12" />
        <ul className="grid gap-5 md:grid-cols-2">
          {texts.options.map(({ name, timeline, text, includes }) => (
            <li key={name} className="rounded-lg border border-line bg-ink p-8">
              <h3 className="text-heading">{name}</h3>
              <p className="mt-2 text-secondary">{text}</p>
              <p className="mt-5 flex items-center gap-2 font-medium">
                <Clock aria-hidden className="size-4 text-accent" />
                {timeline}
              </p>
              <ul className="mt-5 grid gap-2.5">
                {includes.map((line) => (
                  <li key={line} className="flex items-start gap-3 text-secondary">
                    <Check aria-hidden className="mt-1 size-4 shrink-0 text-second" />
                    {line}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="cost" labelledBy="cost-title" className="border-t border-line">
        <SectionHead id="cost-title" title={texts.costTitle} text={texts.costText} className="mb-12" />
        <ComparisonTable {...texts.cost} />
      </Section>
      <Faq entries={texts.faq} />
      <ServiceContact slug="ai-video-production" />
    </>
  )
}
