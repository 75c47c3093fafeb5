import { z } from 'zod'

import { defineBlock } from '../define-block.ts'
import { rich } from '../fields.ts'

import { Band, bandFields } from './band.tsx'
import { RichText } from './rich-text-lines.tsx'

export const richTextBlock = defineBlock({
  type: 'rich-text',
  version: 1,
  title: 'Text',
  help: 'A longer text with headings, lists and links.',
  schema: z.object({
    ...bandFields,
    text: rich('Text', { isRequired: true }),
  }),
  Component({ id, ground, title, text }) {
    return (
      <Band id={id} ground={ground}>
        <h2 id={`${id}-title`} className="text-title">
          {title}
        </h2>
        <RichText text={text} className="mt-6 max-w-[65ch]" />
      </Band>
    )
  },
})
