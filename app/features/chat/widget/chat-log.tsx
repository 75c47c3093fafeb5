import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { ArrowDown } from '#app/ui/icons.tsx'

import type { ShownMessage } from './conversation-state.ts'
import { ChatMessage, type MessageTexts } from './chat-message.tsx'

type ChatLogProps = {
  messages: readonly ShownMessage[]
  phase: 'idle' | 'waiting' | 'streaming'
  linkDomains: readonly string[]
  texts: MessageTexts & Record<'log' | 'typing' | 'latest' | 'personSpeaks' | 'assistantSpeaks', string>
  /** Null where nothing can be tried again. */
  onRetry: (() => void) | null
  /** Below a reply that offers it. */
  contactForm?: ReactNode
}

/** So near to the end, in pixels, a reader is taken along with what is new. */
const NEAR = 48
/** Room above a message that is scrolled to, in pixels. */
const ABOVE = 16

/** The conversation. It follows the newest words until the reader scrolls up, and again once they are back below. */
export function ChatLog({ messages, phase, linkDomains, texts, onRetry, contactForm }: ChatLogProps) {
  const log = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const [isAway, setAway] = useState(false)
  const newest = messages.at(-1)

  useLayoutEffect(() => {
    if (newest?.author === 'visitor') follows.current = true
    // The form is as high as the panel: the words that it stands below would be scrolled away.
    if (newest?.offersForm) scrollToNewest()
    else if (follows.current) scrollToEnd()
  }, [
    newest?.id,
    newest?.author,
    newest?.text,
    newest?.links,
    newest?.offersForm,
    newest?.speakerAfter,
    phase,
  ])

  function scrollToEnd(): void {
    follows.current = true
    scrollTo(log.current?.scrollHeight ?? 0)
  }

  function scrollToNewest(): void {
    if (!follows.current) return
    follows.current = false
    const bubble = [...(log.current?.querySelectorAll<HTMLElement>('.chat-bubble') ?? [])].at(-1)
    scrollTo((bubble?.offsetTop ?? 0) - ABOVE)
  }

  function scrollTo(top: number): void {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    log.current?.scrollTo({ top, behavior })
  }

  function onScroll(): void {
    if (!log.current) return
    const { scrollTop, scrollHeight, clientHeight } = log.current
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR
    // A smooth scroll to the end passes through places far from it; only a move upwards is the reader's.
    if (isNear) follows.current = true
    else if (scrollTop < lastTop.current - 2) follows.current = false
    lastTop.current = scrollTop
    setAway(!isNear && !follows.current)
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label={texts.log}
        aria-busy={phase === 'streaming'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="grid h-full content-start gap-3 overflow-y-auto overscroll-contain p-4"
      >
        {messages.map((message) => (
          <Fragment key={message.id}>
            <ChatMessage
              message={message}
              linkDomains={linkDomains}
              texts={texts}
              onRetry={message === newest && phase === 'idle' ? onRetry : null}
            />
            {message.speakerAfter ? (
              <p className="border-y border-line py-1.5 text-center text-xs text-secondary">
                {message.speakerAfter === 'owner' ? texts.personSpeaks : texts.assistantSpeaks}
              </p>
            ) : null}
          </Fragment>
        ))}
        {contactForm}
        {phase === 'waiting' ? (
          <div role="status" aria-label={texts.typing} className="chat-bubble flex gap-1.5 py-4">
            <span className="chat-dot" />
            <span className="chat-dot" />
            <span className="chat-dot" />
          </div>
        ) : null}
      </div>
      {isAway ? (
        <button
          type="button"
          onClick={scrollToEnd}
          className="absolute bottom-3 left-1/2 inline-flex -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-overlay px-3 py-1.5 text-sm shadow-float"
        >
          <ArrowDown aria-hidden className="size-4" />
          {texts.latest}
        </button>
      ) : null}
    </div>
  )
}
