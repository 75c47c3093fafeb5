import { z } from 'zod'

import { ArrowUpRight } from '#app/ui/icons.tsx'

import { useServices } from '../around.tsx'
import { blockIcons } from '../block-icons.ts'
import { defineBlock } from '../define-block.ts'
import { line } from '../fields.ts'
import type { Service } from '../services.ts'

import { Ranges } from './ranges.tsx'

export const offersGridBlock = defineBlock({
  type: 'offers-grid',
  version: 1,
  title: 'All services, one below the other',
  help: 'Every service with its audience, time and price. The texts come from the services.',
  schema: z.object({ more: line('Label of each service’s link', { max: 40 }) }),
  Component({ more }) {
    return (
      <div className="container-page py-16 md:py-24">
        <ul className="border-b border-line">
          {useServices().map((service) => (
            <Offer key={service.id} service={service} more={more} />
          ))}
        </ul>
      </div>
    )
  },
})

function Offer({ service, more }: { service: Service; more: string }) {
  const { name, path, icon, summary, bestFor, timeline, price } = service
  const Icon = blockIcons[icon]
  return (
    <li className="border-t border-line">
      <a
        href={path}
        className="group grid items-center gap-x-10 gap-y-5 py-8 no-underline transition-colors duration-200 hover:bg-raised md:grid-cols-[auto_1fr_15rem] md:px-6"
      >
        <span className="grid size-14 place-items-center rounded-md border border-line-strong bg-raised">
          <Icon aria-hidden className="size-6 text-accent" />
        </span>
        <div>
          <h2 className="text-heading">{name}</h2>
          <p className="mt-2 max-w-[40rem] text-secondary">{summary}</p>
          {bestFor ? <p className="mt-2 max-w-[40rem] text-sm text-secondary">{bestFor}</p> : null}
        </div>
        <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:block">
          <span className="font-medium tabular-nums md:block">
            <Ranges text={price} />
          </span>
          <span className="text-sm text-secondary md:mt-1 md:block">
            <Ranges text={timeline} />
          </span>
          <span className="flex basis-full items-center gap-1.5 text-sm font-medium md:mt-4">
            {more}
            <ArrowUpRight
              aria-hidden
              className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5 rtl:-scale-x-100"
            />
          </span>
        </span>
      </a>
    </li>
  )
}
