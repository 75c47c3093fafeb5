import type { ReactNode } from 'react'

import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useLocale, useMessages } from '#app/ui/locale.tsx'

import { getService, type ServiceSlug } from '../services.ts'
import { servicesShared } from '../shared.ts'

type ServiceHeroProps = {
  slug: ServiceSlug
  title: string
  text: string
  /** The page's signature, drawn in code. */
  visual: ReactNode
  /** A second way on, such as the plans below. */
  more: { href: string; text: string }
}

export function ServiceHero({ slug, title, text, visual, more }: ServiceHeroProps) {
  const shared = useMessages(servicesShared)
  const { name, timeline } = getService(slug, useLocale())
  return (
    <section aria-labelledby="page-title" className="relative overflow-hidden border-b border-line">
      <div aria-hidden className="service-light" />
      <div className="container-page relative grid items-center gap-14 py-16 md:py-24 lg:grid-cols-[6fr_5fr]">
        <div>
          <p className="text-sm font-medium text-secondary">
            {name}
            <span className="text-muted"> · {fill(shared.readyIn, { timeline })}</span>
          </p>
          <h1 id="page-title" className="mt-5 text-hero font-bold">
            {title}
          </h1>
          <p className="mt-6 max-w-[36rem] text-lead text-secondary">{text}</p>
          <div className="mt-9 flex flex-wrap gap-3">
            <a href="#contact" className={buttonClass({ tone: 'sweep', size: 'lg' })}>
              {shared.getStarted}
            </a>
            <a href={more.href} className={buttonClass({ tone: 'outline', size: 'lg' })}>
              {more.text}
            </a>
          </div>
          <p className="mt-5 text-sm text-muted">{shared.free}</p>
        </div>
        <div aria-hidden className="service-visual">
          {visual}
        </div>
      </div>
    </section>
  )
}
