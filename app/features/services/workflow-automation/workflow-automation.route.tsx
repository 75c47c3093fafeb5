import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { ChipList } from '../parts/chip-list.tsx'
import { PointGrid } from '../parts/point-grid.tsx'
import { ServiceContact } from '../parts/service-contact.tsx'
import { ServiceHero } from '../parts/service-hero.tsx'
import { serviceMeta } from '../parts/service-meta.ts'
import { readServiceMessages } from '../service-messages.ts'

import type { Route } from './+types/workflow-automation.route.ts'
import { GraphVisual } from './graph-visual.tsx'
import { workflowEn } from './workflow-automation.en.ts'
import { WorkflowCalculator } from './workflow-calculator.island.tsx'

const messages: Messages<typeof workflowEn> = { en: workflowEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = readServiceMessages(messages, defaultLocale)
  return serviceMeta({
    matches,
    slug: 'workflow-automation',
    title: metaTitle,
    description: metaDescription,
  })
}

export default function WorkflowAutomationRoute() {
  const locale = useLocale()
  const texts = readServiceMessages(messages, locale)
  return (
    <>
      <ServiceHero
        slug="workflow-automation"
        title={texts.hero.title}
        text={texts.hero.text}
        visual={<GraphVisual />}
        more={{ href: '#return', text: texts.hero.more }}
      />
      <Section labelledBy="services-title">
        <SectionHead id="services-title" title={texts.servicesTitle} className="mb-14" />
        <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
          {texts.services.map(({ title, text }, index) => (
            <li key={title} className="flex gap-5 bg-ink p-6">
              <span aria-hidden className="shrink-0 font-display text-2xl text-muted tabular-nums">
                {String(index + 1).padStart(2, '0')}
              </span>
              <div>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-1 text-secondary">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="return" labelledBy="roi-title" className="border-t border-line">
        <SectionHead id="roi-title" title={texts.roiTitle} className="mb-10" />
        <dl className="mb-16 grid gap-8 sm:grid-cols-3">
          {texts.roi.map(({ figure, text }) => (
            <div key={figure} className="flex flex-col-reverse gap-1 border-t border-line-strong pt-5">
              <dt className="text-secondary">{text}</dt>
              <dd className="font-display text-4xl font-semibold tracking-tight">{figure}</dd>
            </div>
          ))}
        </dl>
        <h3 className="text-heading">{texts.calculator.title}</h3>
        <p className="mt-1 mb-6 text-secondary">{texts.calculator.text}</p>
        <Island
          name="workflow-calculator"
          of={WorkflowCalculator}
          props={{ texts: texts.calculator, locale }}
          when="intent"
        />
      </Section>
      <Section labelledBy="timeline-title" className="border-t border-line bg-raised">
        <SectionHead id="timeline-title" title={texts.timelineTitle} className="mb-14" />
        <ol className="grid gap-10 sm:grid-cols-2 lg:grid-cols-4">
          {texts.timeline.map(({ when, title, text }) => (
            <li key={title} className="border-l-2 border-accent pl-6">
              <p className="text-sm text-muted">{when}</p>
              <h3 className="mt-1 text-heading">{title}</h3>
              <p className="mt-2 text-secondary">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section labelledBy="platforms-title" className="border-t border-line">
        <SectionHead
          id="platforms-title"
          title={texts.platformsTitle}
          text={texts.platformsText}
          className="mb-10"
        />
        <ChipList names={texts.platforms} />
      </Section>
      <Section labelledBy="reasons-title" className="border-t border-line">
        <SectionHead id="reasons-title" title={texts.reasonsTitle} className="mb-14" />
        <PointGrid points={texts.reasons} columns={2} />
      </Section>
      <ServiceContact slug="workflow-automation" />
    </>
  )
}
