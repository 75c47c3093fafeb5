import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'

import { useAround, useOwnService } from '../around.tsx'
import { defineBlock } from '../define-block.ts'
import { action, choice, line, paragraph } from '../fields.ts'

import { Ranges } from './ranges.tsx'
import { Visual, visualNames } from './visuals/visual.tsx'

export const serviceHeroBlock = defineBlock({
  type: 'service-hero',
  version: 1,
  title: 'Head of a service’s page',
  help: 'The service’s name and time appear above the title automatically.',
  schema: z.object({
    title: line('Title', { isRequired: true }),
    text: paragraph('First sentences'),
    ready: line('Wording of the time', { places: ['timeline'] }),
    start: action('First button'),
    more: action('Second button'),
    note: line('Note below the buttons'),
    visual: choice('Drawing', visualNames, 'none'),
  }),
  Component({ title, text, ready, start, more, note, visual }) {
    const timeline = useOwnService()?.timeline
    const { name } = useAround()
    return (
      <section aria-labelledby="page-title" className="relative overflow-hidden border-b border-line">
        <div aria-hidden className="service-light" />
        <div className="container-page relative grid items-center gap-14 py-16 md:py-24 lg:grid-cols-[6fr_5fr]">
          <div>
            <p className="text-sm font-medium text-secondary">
              {name}
              {ready && timeline ? (
                <span className="text-muted">
                  {' '}
                  · <Ranges text={fill(ready, { timeline })} />
                </span>
              ) : null}
            </p>
            <h1 id="page-title" className="mt-5 text-hero font-bold">
              {title}
            </h1>
            {text ? <p className="mt-6 max-w-[36rem] text-lead text-secondary">{text}</p> : null}
            <div className="mt-9 flex flex-wrap gap-3">
              <ActionLink action={start} tone="sweep" />
              <ActionLink action={more} tone="outline" />
            </div>
            {note ? <p className="mt-5 text-sm text-muted">{note}</p> : null}
          </div>
          {visual === 'none' ? null : (
            <div aria-hidden>
              <Visual name={visual} />
            </div>
          )}
        </div>
      </section>
    )
  },
})

type ActionLinkProps = { action: { text: string; href: string }; tone: 'sweep' | 'outline' }

function ActionLink({ action: { text, href }, tone }: ActionLinkProps) {
  if (!text || !href) return null
  return (
    <a href={href} className={buttonClass({ tone, size: 'lg' })}>
      {text}
    </a>
  )
}
