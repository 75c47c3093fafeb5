import type { ReactNode } from 'react'

import { getService, type ServiceSlug } from '#app/features/services/services.ts'
import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'

import { siteMessages } from '../messages.ts'

import { RotatingWord } from './rotating-word.tsx'
import { CallDemo, ChatDemo, SiteDemo, VideoDemo, WorkflowDemo } from './service-demos.tsx'

const cards: readonly { slug: ServiceSlug; demo: ReactNode; wide?: boolean }[] = [
  { slug: 'ai-chatbots', demo: <ChatDemo />, wide: true },
  { slug: 'workflow-automation', demo: <WorkflowDemo />, wide: true },
  { slug: 'website-development', demo: <SiteDemo /> },
  { slug: 'ai-video-production', demo: <VideoDemo /> },
  { slug: 'ai-voice-agents', demo: <CallDemo /> },
]

export function ServicesSection() {
  const { services } = useMessages(siteMessages).home
  const locale = useLocale()
  return (
    <Section labelledBy="services-title" className="border-t border-line bg-raised">
      <SectionHead
        id="services-title"
        title={
          <>
            {services.prefix} <RotatingWord words={services.words} />
          </>
        }
        text={services.text}
      />
      <ul className="mt-14 grid gap-5 md:grid-cols-6">
        {cards.map(({ slug, demo, wide }) => {
          const { path, name, summary, timeline } = getService(slug, locale)
          return (
            <li
              key={slug}
              className={cx(
                'md:col-span-3',
                !wide && 'lg:col-span-2',
                !wide && 'md:last:col-span-6 lg:last:col-span-2',
              )}
            >
              <a
                href={path}
                className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-ink no-underline transition-colors duration-200 hover:border-line-strong"
              >
                <div
                  aria-hidden
                  className="demo grid h-52 place-items-center overflow-hidden border-b border-line"
                >
                  {demo}
                </div>
                <div className="flex flex-1 flex-col p-7">
                  <h3 className="text-heading">{name}</h3>
                  <p className="mt-2 flex-1 text-secondary">{summary}</p>
                  <p className="mt-5 text-sm text-muted">{fill(services.ready, { timeline })}</p>
                </div>
              </a>
            </li>
          )
        })}
      </ul>
      <div className="mt-12 flex justify-center">
        <a href="/services" className={buttonClass({ tone: 'outline', size: 'lg' })}>
          {services.explore}
        </a>
      </div>
    </Section>
  )
}
