import { z } from 'zod'

import { defineBlock } from '#app/features/content/define-block.ts'
import { line } from '#app/features/content/fields.ts'

export const orbHeroBlock = defineBlock({
  type: 'orb-hero',
  version: 1,
  title: 'Title in front of an orb of light',
  help: 'The title of a page and one sentence, in front of a moving orb.',
  schema: z.object({
    title: line('Title', { isRequired: true }),
    tagline: line('Sentence below it', { max: 160 }),
  }),
  Component({ title, tagline }) {
    return (
      <section aria-labelledby="page-title" className="relative overflow-hidden">
        <div
          data-enhance="orb"
          aria-hidden
          className="orb absolute top-1/2 left-1/2 w-[min(46rem,120vw)] -translate-x-1/2 -translate-y-1/2"
        >
          <canvas />
        </div>
        <div className="pointer-events-none relative container-page grid min-h-[34rem] content-center justify-items-center py-24 text-center md:min-h-[44rem]">
          <h1 id="page-title" className="max-w-[6em] text-hero font-bold">
            {title}
          </h1>
          {tagline ? <p className="mt-6 max-w-[26rem] text-lead text-secondary">{tagline}</p> : null}
        </div>
      </section>
    )
  },
})
