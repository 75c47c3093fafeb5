import { z } from 'zod'

import { Picture } from '#app/features/images/picture.tsx'

import { defineBlock } from '../define-block.ts'
import { group, image, items, line, linkTo } from '../fields.ts'

import { Band, bandFields } from './band.tsx'

export const logosBlock = defineBlock({
  type: 'logos',
  version: 1,
  title: 'Logos',
  help: 'Customers, partners or tools. Where there is no logo, the name is shown.',
  schema: z.object({
    ...bandFields,
    entries: items(
      'Logos',
      group('Logo', {
        name: line('Name', { max: 60, isRequired: true }),
        picture: image('Logo'),
        href: linkTo('Leads to', { description: 'Optional.' }),
      }),
      { description: 'The block stays hidden while there are none.' },
    ),
  }),
  Component({ id, ground, title, entries }) {
    if (entries.length === 0) return null
    return (
      <Band id={id} ground={ground}>
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        <ul className="mt-8 grid grid-cols-2 gap-5 lg:grid-cols-4">
          {entries.map(({ name, picture, href }, index) => {
            const logo = picture.src ? (
              <Picture
                src={picture.src}
                alt={picture.alt || name}
                sizes="10rem"
                loading="lazy"
                className="h-12 w-full object-contain"
              />
            ) : (
              <span className="font-display text-xl font-semibold">{name}</span>
            )
            return (
              <li
                key={index}
                className="grid place-items-center rounded-lg border border-line bg-ink p-6 text-center"
              >
                {href ? (
                  <a href={href} className="no-underline">
                    {logo}
                  </a>
                ) : (
                  logo
                )}
              </li>
            )
          })}
        </ul>
      </Band>
    )
  },
})
