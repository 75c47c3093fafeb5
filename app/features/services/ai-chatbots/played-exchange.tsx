import { cx } from '#app/lib/class-names.ts'
import { fill } from '#app/lib/messages.ts'
import { BookOpenText } from '#app/ui/icons.tsx'

import type { aiChatbotsEn } from './ai-chatbots.en.ts'

type Turn = { who: string; text: string; source?: string | null }

/** A conversation that reads as a list and comes in turn by turn as it is scrolled to. */
export function PlayedExchange({ texts }: { texts: (typeof aiChatbotsEn)['demo'] }) {
  const turns: readonly Turn[] = texts.turns
  const sourced = turns.filter(({ source }) => source)
  return (
    <ol
      aria-label={texts.label}
      className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-8 [&>li]:max-w-[85%]"
    >
      {turns.map((turn) => (
        <li
          key={turn.text}
          className={cx(
            'exchange-turn rounded-md px-4 py-3',
            turn.who === 'visitor' ? 'justify-self-end bg-accent-fill text-white' : 'bg-overlay',
          )}
        >
          <span className="sr-only">{turn.who === 'visitor' ? texts.visitor : texts.assistant}: </span>
          {turn.text}
          {turn.source ? (
            <span className="mt-2 flex items-center gap-2 text-sm text-secondary">
              <BookOpenText aria-hidden className="size-4 shrink-0" />
              {fill(texts.source, { number: sourced.indexOf(turn) + 1, name: turn.source })}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
