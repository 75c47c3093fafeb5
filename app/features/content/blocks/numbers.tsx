import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { group, items, line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const numbersBlock = defineBlock({
  type: 'numbers',
  version: 1,
  title: 'Numbers',
  help: 'Results in large figures, each with what it counts and where it comes from.',
  schema: z.object({
    ...bandWithTextFields,
    numbers: items(
      'Numbers',
      group('Number', {
        figure: line('Figure', { description: 'For example: 38 % or 12 days', max: 20, isRequired: true }),
        text: line('What it counts', { isRequired: true }),
        source: line('Where it comes from', { description: 'For example: measured in May 2026' }),
      }),
      { max: 8, description: 'The block stays hidden while there are none.' },
    ),
  }),
  Component({ id, ground, title, text, numbers }) {
    if (numbers.length === 0) return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <dl className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {numbers.map((number, index) => (
            <div key={index} className="flex flex-col-reverse justify-end border-t border-line-strong pt-6">
              <dt className="mt-2 text-secondary">
                {number.text}
                {number.source ? (
                  <span className="mt-2 block text-sm text-muted">{number.source}</span>
                ) : null}
              </dt>
              <dd className="font-display text-3xl font-semibold tracking-tight md:text-4xl">
                {number.figure}
              </dd>
            </div>
          ))}
        </dl>
      </Band>
    )
  },
})
