import { z } from 'zod'

import { defineBlock } from '../define-block.ts'
import { group, items, line } from '../fields.ts'

export const claimsBlock = defineBlock({
  type: 'claims',
  version: 1,
  title: 'Claims',
  help: 'A strip of figures, each with a few words.',
  schema: z.object({
    claims: items(
      'Claims',
      group('Claim', { figure: line('Figure', { max: 40, isRequired: true }), text: line('What it is') }),
      { max: 8 },
    ),
  }),
  Component({ claims }) {
    if (claims.length === 0) return null
    return (
      <div className="border-y border-line bg-raised">
        <dl className="container-page grid grid-cols-2 lg:grid-cols-4">
          {claims.map(({ figure, text }, index) => (
            <div
              key={index}
              className="flex flex-col-reverse justify-end gap-1 border-line py-8 pe-4 ps-4 first:ps-0 odd:ps-0 not-first:lg:border-s lg:odd:ps-8 lg:first:ps-0 lg:not-first:ps-8"
            >
              <dt className="text-sm text-secondary">{text}</dt>
              <dd className="font-display text-3xl font-semibold tracking-tight md:text-4xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    )
  },
})
