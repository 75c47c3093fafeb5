import { z } from 'zod'

import { ArrowUpRight } from '#app/ui/icons.tsx'

import { useServices } from '../around.tsx'
import { blockIcons } from '../block-icons.ts'
import { defineBlock } from '../define-block.ts'
import { line } from '../fields.ts'
import type { Service } from '../services.ts'

export const offersGridBlock = defineBlock({
  type: 'offers-grid',
  version: 1,
  title: 'All services as cards',
  help: 'Everything that is sold, with its time and price. The texts are the services’ own.',
  schema: z.object({ more: line('Words of each card’s link', { max: 40 }) }),
  Component({ more }) {
    return (
      <div className="container-page py-16 md:py-24">
        <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
          {useServices().map((service) => (
            <OfferCard key={service.id} service={service} more={more} />
          ))}
        </ul>
      </div>
    )
  },
})

function OfferCard({ service, more }: { service: Service; more: string }) {
  const { name, path, icon, summary, timeline, price } = service
  const Icon = blockIcons[icon]
  return (
    <li className="bg-ink">
      <a
        href={path}
        className="group flex h-full flex-col p-7 no-underline transition-colors hover:bg-raised"
      >
        <Icon aria-hidden className="size-6 text-accent" />
        <h2 className="mt-5 text-heading">{name}</h2>
        <p className="mt-2 flex-1 text-secondary">{summary}</p>
        <p className="mt-5 text-sm text-secondary">{[timeline, price].filter(Boolean).join(' · ')}</p>
        <span className="mt-4 inline-flex items-center gap-1.5 text-sm font-medium">
          {more}
          <ArrowUpRight
            aria-hidden
            className="size-4 transition-transform duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
          />
        </span>
      </a>
    </li>
  )
}
