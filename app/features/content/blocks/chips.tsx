import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { items, line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const chipsBlock = defineBlock({
  type: 'chips',
  version: 1,
  title: 'Names',
  help: 'Names side by side, such as tools, platforms or places.',
  schema: z.object({ ...bandWithTextFields, names: items('Names', line('Name', { max: 60 }), { max: 60 }) }),
  Component({ id, ground, title, text, names }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-10" />
        <ul className="flex flex-wrap gap-2.5">
          {names.map((name, index) => (
            <li key={index} className="rounded-full border border-line-strong px-4 py-1.5 text-secondary">
              {name}
            </li>
          ))}
        </ul>
      </Band>
    )
  },
})
