import { type ComponentProps, Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { ArrowDown } from '#app/ui/icons.tsx'

import type { ShownMessage } from './conversation-state.ts'
import { ChatMessage, type MessageTexts } from './chat-message.tsx'

type ChatLogProps = {
  messages: readonly ShownMessage[]
  phase: 'idle' | 'waiting' | 'streaming'
  linkDomains: readonly string[]
  texts: MessageTexts & Record<'log' | 'typing' | 'latest' | 'personSpeaks' | 'assistantSpeaks', string>
  onRetry: (() => void) | null
  onRate: ComponentProps<typeof ChatMessage>['onRate']
  cardTarget: ComponentProps<typeof ChatMessage>['cardTarget']
  /** Shown below the welcome before the first message. */
  opening?: ReactNode
  handover?: ReactNode
  contactForm?: ReactNode
}

/** Pixels. This close to the end, the log scrolls along with new text. */
const NEAR = 48
const ABOVE = 16

export function ChatLog({
  messages,
  phase,
  linkDomains,
  texts,
  onRetry,
  onRate,
  cardTarget,
  opening,
  handover,
  contactForm,
}: ChatLogProps) {
  const newest = messages.at(-1)
  const { log, isAway, onScroll, scrollToEnd } = useScrollAlong(newest, phase)

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label={texts.log}
        aria-busy={phase === 'streaming'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
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
              onRate={onRate}
              cardTarget={cardTarget}
            />
            {message.speakerAfter ? (
              <p className="border-y border-line py-1.5 text-center text-xs text-secondary">
                {message.speakerAfter === 'owner' ? texts.personSpeaks : texts.assistantSpeaks}
              </p>
            ) : null}
          </Fragment>
        ))}
        {opening}
        {handover}
        {contactForm}
        {phase === 'waiting' ? (
          <div role="status" aria-label={texts.typing} className="chat-bubble flex gap-1.5 py-4">
            <span className="chat-dot" />
            <span className="chat-dot" />
            <span className="chat-dot" />
          </div>
        ) : null}
      </div>
      {isAway && !contactForm ? (
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

/** Scrolls along with new text unless the visitor has scrolled up. */
function useScrollAlong(newest: ShownMessage | undefined, phase: ChatLogProps['phase']) {
  const log = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const [isAway, setAway] = useState(false)

  useLayoutEffect(() => {
    if (newest?.author === 'visitor') follows.current = true
    // Scrolling to the end would hide the reply, because the form is as high as the panel.
    if (newest?.offersForm) scrollToNewest()
    else if (follows.current) scrollToEnd()
  }, [
    newest?.id,
    newest?.author,
    newest?.text,
    newest?.links,
    newest?.offersForm,
    newest?.cards,
    newest?.speakerAfter,
    phase,
  ])

  function scrollToEnd(): void {
    follows.current = true
    if (log.current) scrollTo(log.current, log.current.scrollHeight)
  }

  function scrollToNewest(): void {
    if (!follows.current || !log.current) return
    follows.current = false
    const bubble = [...log.current.querySelectorAll<HTMLElement>('.chat-bubble')].at(-1)
    if (bubble) scrollTo(log.current, bubble.offsetTop - ABOVE)
  }

  function onScroll(): void {
    if (!log.current) return
    const { scrollTop, scrollHeight, clientHeight } = log.current
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR
    // Being far from the end is not enough: our own smooth scroll starts there too. Only the visitor scrolls up.
    if (isNear) follows.current = true
    else if (scrollTop < lastTop.current - 2) follows.current = false
    lastTop.current = scrollTop
    setAway(!isNear && !follows.current)
  }

  return { log, isAway, onScroll, scrollToEnd }
}

function scrollTo(log: HTMLElement, top: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  log.scrollTo({ top, behavior })
}
