import { lazy, Suspense } from 'react'

import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { cx } from '#app/lib/class-names.ts'
import { visibleText } from '#app/lib/readable-text.ts'
import { textDirection } from '#app/lib/text-direction.ts'
import { RotateCcw } from '#app/ui/icons.tsx'

import type { ReplyRating } from '../chat-events.ts'

import { ChatRating, type RatingTexts } from './chat-rating.tsx'
import { ChatSources, CitationMark, type SourceTexts } from './chat-sources.tsx'
import type { ShownMessage } from './conversation-state.ts'
import type { ReplyMarkdownProps } from './reply-markdown.tsx'

export type MessageTexts = SourceTexts &
  RatingTexts & {
    you: string
    person: string
    botName: string
    cut: string
    stopped: string
    retry: string
    offline: string
  }

type ChatMessageProps = {
  message: ShownMessage
  linkDomains: readonly string[]
  texts: MessageTexts
  onRetry: (() => void) | null
  /** Resolves to false if the rating was rejected. */
  onRate: ((replyId: string, rating: ReplyRating | null) => Promise<boolean>) | null
  cardTarget: (card: string) => InquiryTarget | null
}

export function ChatMessage({ message, linkDomains, texts, onRetry, onRate, cardTarget }: ChatMessageProps) {
  const { id, author, text, end, links, sources, cards = [], rating = null } = message
  const speaker = { visitor: texts.you, assistant: texts.botName, owner: texts.person }[author]
  const note = end === 'cut' ? texts.cut : end === 'stopped' ? texts.stopped : null
  const cite = (number: number) => {
    const source = sources.find((one) => one.number === number)
    return source ? <CitationMark source={source} messageId={id} texts={texts} /> : null
  }
  const canRetry = onRetry && author === 'assistant' && (end === 'cut' || end === 'failed')
  const canRate = onRate && author === 'assistant' && end !== null && end !== 'failed' && text !== ''
  const bubble = (
    <div dir={textDirection(text)} className={cx('chat-bubble', author === 'visitor' && 'chat-bubble-own')}>
      <bdi className="sr-only">{speaker}: </bdi>
      {author === 'owner' ? (
        <p dir="auto" className="text-xs font-medium text-second">
          {texts.person}
        </p>
      ) : null}
      {author === 'visitor' ? (
        <p className="whitespace-pre-wrap">{text}</p>
      ) : (
        <ReplyText
          text={text}
          links={{
            origin: location.origin,
            domains: linkDomains,
            sources: sources.map(({ href }) => href).filter((href) => href !== null),
          }}
          cite={cite}
        />
      )}
      {sources.length > 0 ? <ChatSources sources={sources} messageId={id} texts={texts} /> : null}
      {links.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {links.map(({ label, path }) => (
            <li key={path}>
              <a href={path} className="chat-chip">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {note ? <p className="mt-1 text-xs text-muted">{note}</p> : null}
      {canRetry ? (
        <button type="button" onClick={onRetry} className="chat-chip mt-2">
          <RotateCcw aria-hidden className="size-3.5" />
          {texts.retry}
        </button>
      ) : null}
    </div>
  )
  const shown = cards.map((card) => {
    const target = cardTarget(card.id)
    return target ? <ChatCard key={card.id} card={card} target={target} failure={texts.offline} /> : null
  })
  return canRate || cards.length > 0 ? (
    <div className="grid gap-1.5">
      {text === '' ? null : bubble}
      <Suspense>{shown}</Suspense>
      {canRate ? <ChatRating rating={rating} texts={texts} onRate={(given) => onRate(id, given)} /> : null}
    </div>
  ) : (
    bubble
  )
}

const ChatCard = lazy(async () => ({ default: (await import('./chat-card.tsx')).ChatCard }))

/** Loaded with the first reply that needs it, because the parser is as large as the rest of the widget. */
const ReplyMarkdown = lazy(async () => ({ default: (await import('./reply-markdown.tsx')).ReplyMarkdown }))

/** Matches text that may contain Markdown or a URL. */
const markup = /[*_`[\]<>~|#\\&]|^\s*(?:[-+]|\d+[.)])\s|:\/\/|www\.|\n|@/m

/** Shows plain text at once, and Markdown once the parser is loaded. */
export function ReplyText({ text, links, cite }: ReplyMarkdownProps) {
  const plain = (
    <p dir={textDirection(text)} className="whitespace-pre-wrap">
      {visibleText(text)}
    </p>
  )
  return markup.test(text) ? (
    <Suspense fallback={<div className="chat-markdown">{plain}</div>}>
      <ReplyMarkdown text={text} links={links} cite={cite} />
    </Suspense>
  ) : (
    <div className="chat-markdown">{plain}</div>
  )
}
