import { z } from 'zod'

import { ContactFormBlock } from '#app/features/leads/form/contact-form-block.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { useAround, useOwnService } from '../around.tsx'
import { defineBlock, questionsOfForm } from '../define-block.ts'
import { items, line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { CheckedLines } from './checked-lines.tsx'

/** On a service's page, that service is preselected in the form. */
export const contactBlock = defineBlock({
  type: 'contact',
  version: 1,
  title: 'Contact form',
  help: 'The contact form, with a few words beside it.',
  settings: questionsOfForm,
  schema: z.object({ ...bandWithTextFields, points: items('Points', line('Point', { max: 160 })) }),
  Component({ id, ground, title, text, points }) {
    const { siteName } = useSite()
    const page = useAround()
    const service = useOwnService()
    return (
      <Band id={id} ground={ground}>
        <div className="grid gap-14 lg:grid-cols-[5fr_6fr] lg:gap-20">
          <div>
            <h2 id={`${id}-title`} className="text-title">
              {title}
            </h2>
            {text ? <p className="mt-5 text-lead text-secondary">{text}</p> : null}
            <CheckedLines lines={points} className="mt-8 grid gap-3" />
          </div>
          <div className="rounded-lg border border-line bg-raised p-6 sm:p-9">
            <ContactFormBlock
              siteName={siteName}
              form={page.id}
              {...(service && { service: service.name, serviceId: service.id })}
            />
          </div>
        </div>
      </Band>
    )
  },
})
