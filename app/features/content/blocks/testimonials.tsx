import { z } from 'zod'

import { Picture } from '#app/features/images/picture.tsx'
import { cx } from '#app/lib/class-names.ts'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { group, image, items, line, paragraph } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const testimonialsBlock = defineBlock({
  type: 'testimonials',
  version: 1,
  title: 'What customers say',
  help: 'Quotations of customers, each with a name. Please quote only what was said, and with consent.',
  schema: z.object({
    ...bandWithTextFields,
    entries: items(
      'Quotations',
      group('Quotation', {
        quote: paragraph('What was said', {
          description: 'Without quotation marks: they are added.',
          isRequired: true,
        }),
        name: line('Who said it', { max: 80, isRequired: true }),
        role: line('Position and company', { max: 120 }),
        picture: image('Portrait'),
      }),
      { max: 12, description: 'The block stays hidden while there are none.' },
    ),
  }),
  Component({ id, ground, title, text, entries }) {
    if (entries.length === 0) return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ul className={cx('grid gap-x-10 gap-y-10', entries.length > 1 && 'sm:grid-cols-2')}>
          {entries.map(({ quote, name, role, picture }, index) => (
            <li key={index} className="border-t border-line-strong pt-6">
              <figure>
                <blockquote className="max-w-[65ch] text-lead">
                  <p>“{quote}”</p>
                </blockquote>
                <figcaption className="mt-5 flex items-center gap-4">
                  {picture.src ? (
                    <Picture
                      src={picture.src}
                      alt={picture.alt}
                      sizes="3rem"
                      loading="lazy"
                      className="size-12 shrink-0 rounded-full object-cover"
                    />
                  ) : null}
                  <span>
                    <span className="block font-medium">{name}</span>
                    {role ? <span className="block text-sm text-secondary">{role}</span> : null}
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Band>
    )
  },
  structuredData({ entries }, { siteName, publicUrl }) {
    return entries.map(({ quote, name }) => ({
      '@type': 'Review',
      reviewBody: quote,
      author: { '@type': 'Person', name },
      itemReviewed: { '@type': 'Organization', name: siteName, url: publicUrl },
    }))
  },
})
