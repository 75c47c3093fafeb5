import { z } from 'zod'

import { defineBlock } from '../define-block.ts'
import { choice, line, paragraph } from '../fields.ts'

import { Visual, visualNames } from './visuals/visual.tsx'

export const pageHeadBlock = defineBlock({
  type: 'page-head',
  version: 1,
  title: 'Head of a page',
  help: 'The page’s title and first sentence.',
  schema: z.object({
    title: line('Title', { isRequired: true }),
    text: paragraph('First sentence'),
    visual: choice('Drawing', visualNames, 'none'),
  }),
  Component({ title, text, visual }) {
    return (
      <section aria-labelledby="page-title" className="relative overflow-hidden border-b border-line">
        <div aria-hidden className="service-light" />
        <div className="container-page relative grid items-center gap-10 py-16 md:py-24 lg:grid-cols-[6fr_5fr]">
          <div>
            <h1 id="page-title" className="text-hero font-bold">
              {title}
            </h1>
            {text ? <p className="mt-6 max-w-[36rem] text-lead text-secondary">{text}</p> : null}
          </div>
          {visual === 'none' ? null : (
            <div aria-hidden className="hidden lg:block">
              <Visual name={visual} />
            </div>
          )}
        </div>
      </section>
    )
  },
})
