import { fillAll } from '#app/lib/messages.ts'
import { useLocale } from '#app/ui/locale.tsx'
import type { PublicSite } from '#app/ui/use-site.ts'

import { legalFigures } from './legal-figures.ts'

export type LegalTexts = {
  metaTitle: string
  metaDescription: string
  title: string
  updated: string
  intro: string
  sections: readonly {
    id: string
    title: string
    paragraphs: readonly string[]
    points?: readonly string[]
  }[]
}

/** §2: both pages were last updated in November 2024. */
const UPDATED = new Date(Date.UTC(2024, 10, 1))

/** The texts with the business's name, its address and the figures filled in. */
export function fillLegalTexts(texts: LegalTexts, site: PublicSite, locale: string): LegalTexts {
  const date = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(UPDATED)
  return fillAll(texts, { ...legalFigures, date, siteName: site.siteName, contactEmail: site.contactEmail })
}

/** A text to read, with its sections listed beside it; light or dark as the reader's system is. */
export function LegalPage({ texts, site }: { texts: LegalTexts; site: PublicSite }) {
  const { title, updated, intro, sections } = fillLegalTexts(texts, site, useLocale())
  return (
    <div className="theme-auto container-page grid gap-12 py-16 md:py-24 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-20">
      <nav aria-label={title} className="hidden lg:block">
        <ul className="sticky top-28 grid gap-1 border-l border-line text-sm">
          {sections.map((section) => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="block py-1.5 pl-5 text-secondary no-underline hover:text-primary"
              >
                {section.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="lg:order-last">
        <h1 className="text-title">{title}</h1>
        <p className="mt-4 text-sm text-muted">{updated}</p>
        <p className="mt-8 text-lead text-secondary">{intro}</p>
        {sections.map((section) => (
          <section
            key={section.id}
            id={section.id}
            aria-labelledby={`${section.id}-title`}
            className="mt-12 scroll-mt-24"
          >
            <h2 id={`${section.id}-title`} className="text-heading">
              {section.title}
            </h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-4 text-secondary">
                <LinkedText text={paragraph} />
              </p>
            ))}
            {section.points ? (
              <ul className="mt-4 grid list-disc gap-2 pl-5 text-secondary marker:text-muted">
                {section.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
      </article>
    </div>
  )
}

const link = /\[([^\]]+)\]\(([^)]+)\)/

/** A text in which `[words](address)` is a link. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, words, href] = link.exec(part) ?? []
    if (!words || !href) return part
    return (
      <a key={part} href={href} className="text-primary underline underline-offset-4">
        {words}
      </a>
    )
  })
}
