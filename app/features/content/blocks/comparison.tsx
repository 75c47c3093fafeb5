import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { comparisonFields, ComparisonTable } from './comparison-table.tsx'

export const comparisonBlock = defineBlock({
  type: 'comparison',
  version: 1,
  title: 'Comparison',
  help: 'Your offer beside the usual way, row by row.',
  schema: z.object({ ...bandWithTextFields, ...comparisonFields }),
  Component({ id, ground, title, text, ...table }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        <ComparisonTable {...table} />
      </Band>
    )
  },
})
