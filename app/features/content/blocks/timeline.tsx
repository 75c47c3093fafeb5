import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { group, items, line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { titledText } from './points.tsx'

export const timelineBlock = defineBlock({
  type: 'timeline',
  version: 1,
  title: 'Steps in time',
  help: 'How the work proceeds, step by step.',
  schema: z.object({
    ...bandWithTextFields,
    steps: items('Steps', group('Step', { when: line('When', { max: 60 }), ...titledText }), { max: 12 }),
  }),
  Component({ id, ground, title, text, steps }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ol className="grid gap-10 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            <li key={index} className="border-s-2 border-accent ps-6">
              <p className="text-sm text-muted">{step.when}</p>
              <h3 className="mt-1 text-heading">{step.title}</h3>
              <p className="mt-2 text-secondary">{step.text}</p>
            </li>
          ))}
        </ol>
      </Band>
    )
  },
})
