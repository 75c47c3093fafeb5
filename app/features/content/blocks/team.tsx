import { z } from 'zod'

import { Picture } from '#app/features/images/picture.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { action, group, image, items, line, paragraph } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const teamBlock = defineBlock({
  type: 'team',
  version: 1,
  title: 'Team',
  help: 'People, each with a name, and a portrait and a few words where there are any.',
  schema: z.object({
    ...bandWithTextFields,
    people: items(
      'People',
      group('Person', {
        name: line('Name', { max: 80, isRequired: true }),
        role: line('Position', { max: 80 }),
        text: paragraph('A few words', { max: 300 }),
        picture: image('Portrait'),
        profile: action('Link to a profile'),
      }),
      { max: 40, description: 'The block stays hidden while there are none.' },
    ),
  }),
  Component({ id, ground, title, text, people }) {
    if (people.length === 0) return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {people.map((person, index) => (
            <li key={index} className="border-t border-line-strong pt-6">
              {person.picture.src ? (
                <Picture
                  src={person.picture.src}
                  alt={person.picture.alt || person.name}
                  sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 100vw"
                  loading="lazy"
                  className="mb-5 aspect-square w-full rounded-lg object-cover"
                />
              ) : null}
              <h3 className="text-heading">{person.name}</h3>
              {person.role ? <p className="mt-2 text-sm text-muted">{person.role}</p> : null}
              {person.text ? <p className="mt-2 text-secondary">{person.text}</p> : null}
              {person.profile.text && person.profile.href ? (
                <p className="mt-4 text-sm">
                  <a href={person.profile.href} className="text-primary underline underline-offset-4">
                    {person.profile.text}
                    <span className="sr-only">: {person.name}</span>
                  </a>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      </Band>
    )
  },
  structuredData({ people }, { siteName, publicUrl }) {
    return people.map(({ name, role, profile }) => ({
      '@type': 'Person',
      name,
      ...(role && { jobTitle: role }),
      ...(/^https?:/i.test(profile.href) && { sameAs: [profile.href] }),
      worksFor: { '@type': 'Organization', name: siteName, url: publicUrl },
    }))
  },
})
