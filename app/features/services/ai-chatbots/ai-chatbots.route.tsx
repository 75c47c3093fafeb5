import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { BookOpenText, Inbox, UserRound } from '#app/ui/icons.tsx'
import { useLocale } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { PointGrid } from '../parts/point-grid.tsx'
import { ServiceContact } from '../parts/service-contact.tsx'
import { ServiceHero } from '../parts/service-hero.tsx'
import { serviceMeta } from '../parts/service-meta.ts'
import { readServiceMessages } from '../service-messages.ts'

import type { Route } from './+types/ai-chatbots.route.ts'
import { aiChatbotsEn } from './ai-chatbots.en.ts'
import { PassageVisual } from './passage-visual.tsx'
import { PlayedExchange } from './played-exchange.tsx'

const messages: Messages<typeof aiChatbotsEn> = { en: aiChatbotsEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = readServiceMessages(messages, defaultLocale)
  return serviceMeta({ matches, slug: 'ai-chatbots', title: metaTitle, description: metaDescription })
}

export default function AiChatbotsRoute() {
  const texts = readServiceMessages(messages, useLocale())
  return (
    <>
      <ServiceHero
        slug="ai-chatbots"
        title={texts.hero.title}
        text={texts.hero.text}
        visual={<PassageVisual />}
        more={{ href: '#exchange', text: texts.hero.more }}
      />
      <Section labelledBy="features-title">
        <SectionHead id="features-title" title={texts.featuresTitle} className="mb-14" />
        <PointGrid points={texts.features} icons={[BookOpenText, UserRound, Inbox]} />
      </Section>
      <Section id="exchange" labelledBy="exchange-title" className="border-t border-line">
        <div className="grid gap-12 lg:grid-cols-[2fr_3fr] lg:gap-20">
          <div>
            <SectionHead id="exchange-title" title={texts.demo.title} text={texts.demo.text} />
            <a
              href="/contact"
              data-open-chat
              className={buttonClass({ tone: 'outline', size: 'lg', className: 'mt-8' })}
            >
              {texts.demo.askOurs}
            </a>
          </div>
          <PlayedExchange texts={texts.demo} />
        </div>
      </Section>
      <ServiceContact slug="ai-chatbots" />
    </>
  )
}
