import { z } from 'zod'

import { buttonClass } from '#app/ui/button.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { action } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const callToActionBlock = defineBlock({
  type: 'call-to-action',
  version: 1,
  title: 'Call to action',
  help: 'A sentence and a button.',
  schema: z.object({ ...bandWithTextFields, button: action('Button') }),
  Component({ id, ground, title, text, button }) {
    return (
      <Band id={id} ground={ground}>
        <div className="flex flex-wrap items-end justify-between gap-9">
          <SectionHead id={`${id}-title`} title={title} text={text} />
          {button.text && button.href ? (
            <a href={button.href} className={buttonClass({ tone: 'sweep', size: 'lg' })}>
              {button.text}
            </a>
          ) : null}
        </div>
      </Band>
    )
  },
})
