import { z } from 'zod'

import { ArrowUpRight } from '#app/ui/icons.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useCaseStudies } from '../around.tsx'
import { defineBlock } from '../define-block.ts'
import { line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const caseStudiesBlock = defineBlock({
  type: 'case-studies',
  version: 1,
  title: 'Case studies',
  help: 'All published case studies, with name and description. The block stays hidden while there are none.',
  schema: z.object({
    ...bandWithTextFields,
    more: line('Label of each link', { description: 'For example: Read more', max: 40 }),
  }),
  Component({ id, ground, title, text, more }) {
    const studies = useCaseStudies()
    if (studies.length === 0) return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ul className="grid gap-5 sm:grid-cols-2">
          {studies.map(({ path, name, description }) => (
            <li key={path} className="overflow-hidden rounded-lg border border-line bg-ink">
              <a
                href={path}
                className="group flex h-full flex-col p-7 no-underline transition-colors hover:bg-raised"
              >
                <h3 className="text-heading">{name}</h3>
                <p className="mt-2 flex-1 text-secondary">{description}</p>
                {more ? (
                  <span className="mt-4 inline-flex items-center gap-1.5 text-sm font-medium">
                    {more}
                    <ArrowUpRight
                      aria-hidden
                      className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5 rtl:-scale-x-100"
                    />
                  </span>
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </Band>
    )
  },
})
