import { z } from 'zod'

import { buttonClass } from '#app/ui/button.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { line, meeting } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

/** Only links to the free times: pages are cached for hours, but free times change by the minute. */
export const bookingBlock = defineBlock({
  type: 'booking',
  version: 1,
  title: 'Book a meeting',
  help: 'A button that leads to the free times of one meeting, or to all meetings on offer.',
  schema: z.object({
    ...bandWithTextFields,
    meeting: meeting('Meeting'),
    button: line('Button', { max: 60, isRequired: true }),
    note: line('Note below the button', { description: 'For example: 30 minutes, by video' }),
  }),
  Component({ id, ground, title, text, meeting: slug, button, note }) {
    return (
      <Band id={id} ground={ground}>
        <div className="flex flex-wrap items-end justify-between gap-9">
          <SectionHead id={`${id}-title`} title={title} text={text} />
          <div className="grid gap-3">
            <a
              href={slug ? `/book/${slug}` : '/book'}
              className={buttonClass({ tone: 'sweep', size: 'lg', className: 'justify-self-start' })}
            >
              {button}
            </a>
            {note ? <p className="text-sm text-secondary">{note}</p> : null}
          </div>
        </div>
      </Band>
    )
  },
})
