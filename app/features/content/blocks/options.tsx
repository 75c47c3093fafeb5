import { z } from 'zod'

import { Clock } from '#app/ui/icons.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { group, items, line, paragraph } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { CheckedLines } from './checked-lines.tsx'
import { Ranges } from './ranges.tsx'

export const optionsBlock = defineBlock({
  type: 'options',
  version: 1,
  title: 'Ways to work together',
  help: 'Cards side by side, each with a time and what is included.',
  schema: z.object({
    ...bandWithTextFields,
    options: items(
      'Ways',
      group('Way', {
        name: line('Name', { isRequired: true }),
        text: paragraph('Text', { max: 300 }),
        timeline: line('Ready in', { max: 60 }),
        includes: items('What is included', line('Line', { max: 160 })),
      }),
      { max: 6 },
    ),
  }),
  Component({ id, ground, title, text, options }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        <ul className="grid gap-5 md:grid-cols-2">
          {options.map((option, index) => (
            <li key={index} className="rounded-lg border border-line bg-ink p-8">
              <h3 className="text-heading">{option.name}</h3>
              <p className="mt-2 text-secondary">{option.text}</p>
              {option.timeline ? (
                <p className="mt-5 flex items-center gap-2 font-medium">
                  <Clock aria-hidden className="size-4 text-accent" />
                  <Ranges text={option.timeline} />
                </p>
              ) : null}
              <CheckedLines lines={option.includes} className="mt-5 grid gap-2.5" />
            </li>
          ))}
        </ul>
      </Band>
    )
  },
})
