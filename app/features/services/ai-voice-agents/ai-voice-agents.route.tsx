import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import {
  BookOpenText,
  CalendarCheck,
  ClipboardList,
  type LucideIcon,
  MessagesSquare,
  PhoneForwarded,
  PhoneOutgoing,
} from '#app/ui/icons.tsx'
import { Island } from '#app/ui/island.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { voiceAgentMonthly } from '../figures.ts'
import { ChipList } from '../parts/chip-list.tsx'
import { ComparisonTable } from '../parts/comparison-table.tsx'
import { PointGrid } from '../parts/point-grid.tsx'
import { ServiceContact } from '../parts/service-contact.tsx'
import { ServiceHero } from '../parts/service-hero.tsx'
import { serviceMeta } from '../parts/service-meta.ts'
import { readServiceMessages } from '../service-messages.ts'

import type { Route } from './+types/ai-voice-agents.route.ts'
import { aiVoiceEn } from './ai-voice-agents.en.ts'
import { CallVisual } from './call-visual.tsx'
import { VoiceCalculator } from './voice-calculator.island.tsx'

const messages: Messages<typeof aiVoiceEn> = { en: aiVoiceEn }
const icons: readonly LucideIcon[] = [
  MessagesSquare,
  CalendarCheck,
  BookOpenText,
  PhoneForwarded,
  PhoneOutgoing,
  ClipboardList,
]

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = readServiceMessages(messages, defaultLocale)
  return serviceMeta({
    matches,
    slug: 'ai-voice-agents',
    title: metaTitle,
    description: metaDescription,
    offers: [{ name: metaTitle, price: voiceAgentMonthly.from, perMonth: true }],
  })
}

export default function AiVoiceAgentsRoute() {
  const locale = useLocale()
  const texts = readServiceMessages(messages, locale)
  return (
    <>
      <ServiceHero
        slug="ai-voice-agents"
        title={texts.hero.title}
        text={texts.hero.text}
        visual={<CallVisual />}
        more={{ href: '#saving', text: texts.hero.more }}
      />
      <Section labelledBy="features-title">
        <SectionHead id="features-title" title={texts.featuresTitle} className="mb-14" />
        <PointGrid points={texts.features} icons={icons} />
      </Section>
      <Section id="saving" labelledBy="cost-title" className="border-t border-line bg-raised">
        <SectionHead id="cost-title" title={texts.costTitle} text={texts.costText} className="mb-12" />
        <ComparisonTable {...texts.cost} />
        <h3 className="mt-16 text-heading">{texts.calculator.title}</h3>
        <p className="mt-1 mb-6 text-secondary">{texts.calculator.text}</p>
        <Island
          name="voice-calculator"
          of={VoiceCalculator}
          props={{ texts: texts.calculator, locale }}
          when="intent"
        />
      </Section>
      <Section labelledBy="integrations-title" className="border-t border-line">
        <SectionHead
          id="integrations-title"
          title={texts.integrationsTitle}
          text={texts.integrationsText}
          className="mb-10"
        />
        <ChipList names={texts.integrations} />
      </Section>
      <Section labelledBy="industries-title" className="border-t border-line">
        <SectionHead id="industries-title" title={texts.industriesTitle} className="mb-14" />
        <PointGrid points={texts.industries} />
      </Section>
      <ServiceContact slug="ai-voice-agents" />
    </>
  )
}
