import { z } from 'zod'

import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { BookOpenText } from '#app/ui/icons.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { choice, group, items, line, paragraph } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

/** A conversation whose turns appear one by one as it is scrolled into view. */
export const sampleDialogueBlock = defineBlock({
  type: 'sample-dialogue',
  version: 1,
  title: 'Sample conversation',
  help: 'A conversation with an assistant, and a button that opens yours.',
  schema: z.object({
    ...bandWithTextFields,
    ask: line('Button that opens the assistant', { max: 60 }),
    label: line('What it is, for screen readers'),
    visitor: line('Name of the person who asks', { max: 40 }),
    assistant: line('Name of the side that answers', { max: 40 }),
    source: line('Label before a source', { places: ['number', 'name'] }),
    turns: items(
      'Turns',
      group('Turn', {
        who: choice('Who speaks', { visitor: 'Visitor', assistant: 'Assistant' }, 'visitor'),
        text: paragraph('Text', { isRequired: true }),
        source: line('Source of the answer'),
      }),
      { max: 20 },
    ),
  }),
  Component({ id, ground, title, text, ask, label, visitor, assistant, source, turns }) {
    const sourced = turns.filter((turn) => turn.source !== '')
    return (
      <Band id={id} ground={ground}>
        <div className="grid gap-12 lg:grid-cols-[2fr_3fr] lg:gap-20">
          <div>
            <SectionHead id={`${id}-title`} title={title} text={text} />
            {ask ? (
              <a
                href="/contact"
                data-open-chat
                className={buttonClass({ tone: 'outline', size: 'lg', className: 'mt-8' })}
              >
                {ask}
              </a>
            ) : null}
          </div>
          <ol
            aria-label={label}
            data-sample="dialogue"
            className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-8 [&>li]:max-w-[85%]"
          >
            {turns.map((turn, index) => (
              <li
                key={index}
                className={cx(
                  'exchange-turn rounded-md px-4 py-3',
                  turn.who === 'visitor' ? 'justify-self-end bg-accent-fill text-white' : 'bg-overlay',
                )}
              >
                <span className="sr-only">{turn.who === 'visitor' ? visitor : assistant}: </span>
                {turn.text}
                {turn.source ? (
                  <span className="mt-2 flex items-center gap-2 text-sm text-secondary">
                    <BookOpenText aria-hidden className="size-4 shrink-0" />
                    {fill(source, { number: sourced.indexOf(turn) + 1, name: turn.source })}
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
        </div>
      </Band>
    )
  },
})
