import { z } from 'zod'

import { ArrowUpRight } from '#app/ui/icons.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { useNamedServices } from '../around.tsx'
import { blockIcons } from '../block-icons.ts'
import { defineBlock } from '../define-block.ts'
import { group, items, line, paragraph, serviceId } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { InlineText } from './inline-text.tsx'
import { titledText } from './points.tsx'

const partnerClass =
  'text-primary underline decoration-line-strong underline-offset-4 hover:decoration-current'

export const introBlock = defineBlock({
  type: 'intro',
  version: 1,
  title: 'Introduction',
  help: 'What you do, links to services, and reasons to choose you.',
  schema: z.object({
    ...bandWithTextFields,
    services: items('Services; all if none is chosen', serviceId('Service')),
    more: line('Label of each link', { max: 40 }),
    reasonsTitle: line('Title of the reasons'),
    reasons: items('Reasons', group('Reason', titledText), { max: 8 }),
    closing: paragraph('Last sentence', { description: '[Text](address) becomes a link.' }),
  }),
  Component({ id, ground, title, text, services, more, reasonsTitle, reasons, closing }) {
    return (
      <Band id={id} ground={ground}>
        <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[2fr_3fr]">
          <SectionHead id={`${id}-title`} title={title} text={text} />
          <ServiceLinks ids={services} more={more} />
        </div>
        {reasonsTitle && reasons.length > 0 ? (
          <div className="mt-24 grid gap-10 lg:grid-cols-[1fr_2fr]">
            <h2 className="text-title">{reasonsTitle}</h2>
            <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
              {reasons.map((reason, index) => (
                <li key={index} className="border-t border-line-strong pt-5">
                  <h3 className="text-heading">{reason.title}</h3>
                  <p className="mt-2 text-secondary">{reason.text}</p>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {closing ? (
          <p className="mt-16 text-secondary">
            <InlineText text={closing} linkClass={partnerClass} />
          </p>
        ) : null}
      </Band>
    )
  },
})

/** Links to services by whom they are for; the services are described where they are listed. */
function ServiceLinks({ ids, more }: { ids: readonly string[]; more: string }) {
  return (
    <ul className="border-b border-line">
      {useNamedServices(ids).map(({ id, path, name, summary, bestFor, icon, action }) => {
        const Icon = blockIcons[icon]
        return (
          <li key={id} className="border-t border-line">
            <a
              href={path}
              className="group grid grid-cols-[auto_1fr_auto] items-center gap-x-5 py-5 no-underline transition-colors duration-200 hover:bg-raised sm:px-5"
            >
              <Icon aria-hidden className="size-6 text-accent" />
              <div className="min-w-0">
                <h3 className="text-heading">{name}</h3>
                <p className="mt-0.5 text-secondary">{bestFor || summary}</p>
              </div>
              <span className="inline-flex items-center gap-1.5 text-sm font-medium text-primary">
                <span className="max-sm:sr-only">{action || more}</span>
                <ArrowUpRight
                  aria-hidden
                  className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5 rtl:-scale-x-100"
                />
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
