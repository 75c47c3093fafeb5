import { z } from 'zod'

import { defineBlock } from '../define-block.ts'
import { group, items, line, paragraph } from '../fields.ts'

import { InlineText } from './inline-text.tsx'

const help = '[Text](address) becomes a link.'

/** A long text with a list of its sections beside it; light or dark as the reader's system prefers. */
export const legalTextBlock = defineBlock({
  type: 'legal-text',
  version: 1,
  title: 'Legal text',
  help: 'A long text in sections, which are listed beside it.',
  schema: z.object({
    title: line('Title', { isRequired: true }),
    updated: line('When it was last updated'),
    intro: paragraph('First sentences', { max: 1500 }),
    sections: items(
      'Sections',
      group('Section', {
        anchor: z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Please use lowercase letters, digits and hyphens.')
          .meta({ title: 'Short name in links', control: 'line' }),
        title: line('Title', { isRequired: true }),
        paragraphs: items('Paragraphs', paragraph('Paragraph', { max: 4000, description: help })),
        points: items('Points', paragraph('Point', { max: 2000, description: help })),
      }),
      { max: 60 },
    ),
  }),
  Component({ title, updated, intro, sections }) {
    return (
      <div className="container-page grid gap-12 py-16 md:py-24 lg:grid-cols-[15rem_minmax(0,42rem)] lg:gap-20">
        <nav aria-label={title} className="hidden lg:block">
          <ul className="sticky top-28 grid gap-1 border-s border-line text-sm">
            {sections.map((section, index) => (
              <li key={index}>
                <a
                  href={`#${section.anchor}`}
                  className="block py-1.5 ps-5 text-secondary no-underline hover:text-primary"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="legal lg:order-last">
          <h1 className="text-title">{title}</h1>
          {updated ? <p className="mt-4 text-sm text-muted">{updated}</p> : null}
          {intro ? <p className="mt-8 text-lead text-secondary">{intro}</p> : null}
          {sections.map((section, index) => (
            <LegalSection key={index} {...section} />
          ))}
        </article>
      </div>
    )
  },
})

type LegalSectionProps = {
  anchor: string
  title: string
  paragraphs: readonly string[]
  points: readonly string[]
}

const linkClass = 'text-primary underline underline-offset-4'

function LegalSection({ anchor, title, paragraphs, points }: LegalSectionProps) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-title`} className="mt-12 scroll-mt-24">
      <h2 id={`${anchor}-title`} className="text-heading">
        {title}
      </h2>
      {paragraphs.map((text, index) => (
        <p key={index} className="mt-4 text-secondary">
          <InlineText text={text} linkClass={linkClass} />
        </p>
      ))}
      {points.length > 0 ? (
        <ul className="mt-4 grid list-disc gap-2 ps-5 text-secondary marker:text-muted">
          {points.map((text, index) => (
            <li key={index}>
              <InlineText text={text} linkClass={linkClass} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
