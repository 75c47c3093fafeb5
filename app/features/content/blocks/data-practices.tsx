import { z } from 'zod'

import { defineBlock } from '../define-block.ts'
import { items, paragraph } from '../fields.ts'

import { Band, bandFields } from './band.tsx'
import { InlineText } from './inline-text.tsx'

/** Facts that follow the settings (app/process/software-facts.server.ts); the line of an empty fact is left out. */
const practices = ['visits', 'doNotTrack', 'assistant', 'mail', 'files', 'pictures', 'backups'].map(
  (name) => `{software.${name}}`,
)

export const dataPracticesBlock = defineBlock({
  type: 'data-practices',
  version: 1,
  title: 'What this software does',
  help: 'What the software does with data in your setup: visits, assistant, mail, files and backups. The sentences follow your settings.',
  schema: z.object({
    ...bandFields,
    points: items('Sentences', paragraph('Sentence'))
      .default(practices)
      .meta({ title: 'Sentences', control: 'list' }),
  }),
  Component({ id, ground, title, points }) {
    return (
      <Band id={id} ground={ground}>
        <h2 id={`${id}-title`} className="text-title">
          {title}
        </h2>
        <ul className="mt-6 grid max-w-[65ch] list-disc gap-2 ps-5 text-secondary marker:text-muted">
          {points.map((text, index) => (
            <li key={index}>
              <InlineText text={text} linkClass="text-primary underline underline-offset-4" />
            </li>
          ))}
        </ul>
      </Band>
    )
  },
})
