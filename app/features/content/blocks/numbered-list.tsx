import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { group, items } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { titledText } from './points.tsx'

export const numberedListBlock = defineBlock({
  type: 'numbered-list',
  version: 1,
  title: 'Numbered list',
  help: 'Choices or points, numbered.',
  schema: z.object({ ...bandWithTextFields, entries: items('Entries', group('Entry', titledText)) }),
  Component({ id, ground, title, text, entries }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
          {entries.map((entry, index) => (
            <li key={index} className="flex gap-5 bg-ink p-6">
              <span aria-hidden className="shrink-0 font-display text-2xl text-muted tabular-nums">
                {String(index + 1).padStart(2, '0')}
              </span>
              <div>
                <h3 className="text-heading">{entry.title}</h3>
                <p className="mt-1 text-secondary">{entry.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Band>
    )
  },
})
