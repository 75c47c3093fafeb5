import { getService, seoService, type ServiceSlug } from '#app/features/services/services.ts'
import { servicesShared } from '#app/features/services/shared.ts'
import { fill } from '#app/lib/messages.ts'
import { ArrowUpRight } from '#app/ui/icons.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'
import { Section, SectionHead } from '#app/ui/section.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { siteMessages } from '../messages.ts'

const cards: readonly ServiceSlug[] = [
  'ai-voice-agents',
  'workflow-automation',
  'website-development',
  'ai-chatbots',
]

/** What the agency does, in words and links that search engines read. */
export function IntroSection() {
  const { intro } = useMessages(siteMessages).home
  const { seo } = useMessages(servicesShared)
  const locale = useLocale()
  const links = [
    ...cards.map((slug) => {
      const { path, name, summary, icon } = getService(slug, locale)
      return { path, name, text: summary, icon, action: intro.learnMore }
    }),
    { path: seoService.path, icon: seoService.icon, name: seo.name, text: seo.summary, action: seo.action },
  ]
  return (
    <Section labelledBy="intro-title">
      <SectionHead id="intro-title" title={intro.title} text={intro.text} />
      <ul className="mt-14 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-6">
        {links.map(({ path, name, text, icon: Icon, action }, index) => (
          <li
            key={path}
            className={
              index < 3
                ? 'bg-ink lg:col-span-2'
                : 'bg-ink lg:col-span-3 sm:last:col-span-2 lg:last:col-span-3'
            }
          >
            <a
              href={path}
              className="group flex h-full flex-col p-7 no-underline transition-colors hover:bg-raised"
            >
              <Icon aria-hidden className="size-6 text-accent" />
              <h3 className="mt-5 text-heading">{name}</h3>
              <p className="mt-2 flex-1 text-secondary">{text}</p>
              <span className="mt-6 inline-flex items-center gap-1.5 text-sm font-medium text-primary">
                {action}
                <ArrowUpRight
                  aria-hidden
                  className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
                />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <WhyChoose />
      <p className="mt-16 text-secondary">
        {intro.partnersBefore} <PartnerLink href="https://openai.com/" name={intro.modelPartner} />{' '}
        {intro.partnersBetween} <PartnerLink href="https://elevenlabs.io/" name={intro.voicePartner} />
        {intro.partnersAfter}
      </p>
    </Section>
  )
}

function WhyChoose() {
  const { why } = useMessages(siteMessages).home
  const { siteName } = useSite()
  return (
    <div className="mt-24 grid gap-10 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-title">{fill(why.title, { siteName })}</h2>
      <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
        {why.points.map(({ title, text }) => (
          <li key={title} className="border-t border-line-strong pt-5">
            <h3 className="text-heading">{title}</h3>
            <p className="mt-2 text-secondary">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PartnerLink({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-primary underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {name}
    </a>
  )
}
