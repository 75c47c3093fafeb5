import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { useServices } from '../around.tsx'
import { defineBlock } from '../define-block.ts'
import { group, line } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { Ranges } from './ranges.tsx'

const headClass = 'px-3 py-4 font-medium text-muted sm:px-6'

export const offersTableBlock = defineBlock({
  type: 'offers-table',
  version: 1,
  title: 'All services in a table',
  help: 'What each service is for, when it is ready and what it costs. The texts come from the services.',
  schema: z.object({
    ...bandWithTextFields,
    heads: group('Column headings', {
      service: line('Service'),
      timeline: line('Time'),
      price: line('Price'),
    }),
  }),
  Component({ id, ground, title, text, heads }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        <div className="overflow-hidden rounded-lg border border-line">
          <table className="w-full table-fixed text-start text-sm sm:text-base">
            <caption className="sr-only">{title}</caption>
            <thead className="border-b border-line text-sm">
              <tr>
                <th scope="col" className={`${headClass} w-[46%] sm:w-1/2`}>
                  {heads.service}
                </th>
                <th scope="col" className={headClass}>
                  {heads.timeline}
                </th>
                <th scope="col" className={headClass}>
                  {heads.price}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {useServices().map((service) => (
                <tr key={service.id} className="align-top">
                  <th scope="row" className="px-3 py-5 font-normal sm:px-6">
                    <a
                      href={service.path}
                      className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
                    >
                      {service.name}
                    </a>
                    <span className="mt-1 block text-secondary"> {service.bestFor}</span>
                  </th>
                  <td className="px-3 py-5 text-secondary sm:px-6">
                    <Ranges text={service.timeline} />
                  </td>
                  <td className="px-3 py-5 font-medium tabular-nums sm:px-6">
                    <Ranges text={service.price} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Band>
    )
  },
})
