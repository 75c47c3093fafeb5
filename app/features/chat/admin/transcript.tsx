import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import { TranslatedText } from '#app/features/foreign-messages/show-translation.tsx'
import type { MessageTranslation } from '#app/features/foreign-messages/stored-translation.ts'
import { cx } from '#app/lib/class-names.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { FileCheck2, ThumbsDown, ThumbsUp } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import {
  formatCost,
  outcomeNames,
  outcomeTone,
  pageName,
  ratingNames,
} from '#app/features/chat/conversations/conversation-labels.ts'
import type { ConversationDetail } from '../conversations/get-conversation.server.ts'

type Message = ConversationDetail['messages'][number]
type Call = ConversationDetail['calls'][number]

/** Pixels. This close to the end, the log scrolls along with new messages. */
const NEAR = 80

const authorNames: Record<Message['author'], string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  owner: 'You',
}

type TranscriptProps = {
  messages: readonly Message[]
  calls: readonly Call[]
  translations: Readonly<Record<string, MessageTranslation>>
}

/** The messages as plain text, without Markdown and links. */
export function Transcript({ messages, calls, translations }: TranscriptProps) {
  const log = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)

  useLayoutEffect(() => {
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight })
  })

  function onScroll(): void {
    if (!log.current) return
    const { scrollTop, scrollHeight, clientHeight } = log.current
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR
  }

  return (
    <div role="log" aria-label="Transcript" className="rounded-lg border border-line bg-raised">
      <ol
        ref={log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="grid max-h-[60dvh] min-h-48 content-start gap-5 overflow-y-auto overscroll-contain p-5"
      >
        {messages.map((message, at) => (
          <TranscriptMessage
            key={message.id}
            message={message}
            calls={calls.filter(({ messageId }) => messageId === message.id)}
            question={questionBefore(messages, at)}
            translation={translations[message.id]}
          />
        ))}
      </ol>
    </div>
  )
}

function questionBefore(messages: readonly Message[], at: number): string | undefined {
  return messages.slice(0, at).findLast(({ author }) => author === 'visitor')?.id
}

type TranscriptMessageProps = {
  message: Message
  calls: readonly Call[]
  question: string | undefined
  translation: MessageTranslation | undefined
}

function TranscriptMessage({ message, calls, question, translation }: TranscriptMessageProps) {
  const { timeZone } = useAdminShell()
  const { author, outcome, text, page } = message
  return (
    <li
      className={cx(
        'grid gap-1 border-l-2 pl-4',
        author === 'owner' ? 'border-accent' : 'border-line-strong',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{authorNames[author]}</span>
        <span className="text-muted">
          <Time at={message.created_at} timeZone={timeZone} />
        </span>
        {page ? (
          <span className="break-all text-muted">
            <bdi>{pageName(page)}</bdi>
          </span>
        ) : null}
        {author === 'assistant' ? <Badge tone={outcomeTone[outcome]}>{outcomeNames[outcome]}</Badge> : null}
      </p>
      {text ? (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {text}
        </p>
      ) : null}
      {translation && translation.text !== null ? <TranslatedText {...translation} /> : null}
      {calls.length > 0 ? <ToolCalls calls={calls} /> : null}
      <Rating message={message} question={question} />
      {author === 'assistant' ? <MadeBy message={message} /> : null}
      {author === 'visitor' ? <AsTestQuestion id={message.id} /> : null}
    </li>
  )
}

function AsTestQuestion({ id }: { id: string }) {
  return (
    <Link
      to={`/admin/quality/questions?message=${id}`}
      className={buttonClass({ tone: 'quiet', size: 'sm', className: '-ml-3 justify-self-start' })}
    >
      <FileCheck2 aria-hidden className="size-4" />
      Add to the test questions
    </Link>
  )
}

type RatingProps = { message: Message; question: string | undefined }

function Rating({ message: { rating, rating_comment: comment }, question }: RatingProps) {
  if (rating === null) return null
  const Icon = rating === 'helpful' ? ThumbsUp : ThumbsDown
  return (
    <div className="flex items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-secondary" />
      <p className="min-w-0 text-secondary">
        <span>Rated {ratingNames[rating].toLowerCase()}</span>
        {comment === null ? null : (
          <bdi className="block break-words whitespace-pre-wrap text-primary">{comment}</bdi>
        )}
        {question ? (
          <Link to={`/admin/quality/questions?message=${question}`} className="underline underline-offset-4">
            Add as test question
          </Link>
        ) : null}
      </p>
    </div>
  )
}

function MadeBy({ message }: { message: Message }) {
  const { provider, model, input_tokens: input, output_tokens: output, failure, outcome } = message
  const parts = [
    provider && model && `${provider} ${model}`,
    input !== null && output !== null && `${input} + ${output} tokens`,
    provider && outcome !== 'pending' && formatCost(message.cost_micros),
  ]
  const told = parts.filter(Boolean).join(' · ')
  if (!told && !failure) return null
  return (
    <p className="text-xs break-words text-muted tabular-nums">
      {told}
      {failure ? <span className="block text-danger">{failure}</span> : null}
    </p>
  )
}

const toolOutcomeNames: Record<Call['outcome'], string> = {
  done: 'Looked up',
  refused: 'Refused',
  failed: 'Failed',
  card: 'Proposed',
}

const tones: Record<Call['outcome'], BadgeTone> = {
  done: 'plain',
  refused: 'warning',
  failed: 'danger',
  card: 'accent',
}

/** The tools that the assistant called for a reply, with their inputs and results. */
function ToolCalls({ calls }: { calls: readonly Call[] }) {
  const { timeZone } = useAdminShell()
  return (
    <ul aria-label="Tools" className="grid gap-1.5">
      {calls.map(({ id, name, outcome, input, result, pressedAt, done }) => (
        <li key={id}>
          <details className="text-sm">
            <summary className="cursor-pointer">
              {name} <Badge tone={tones[outcome]}>{toolOutcomeNames[outcome]}</Badge>{' '}
              {done === null || pressedAt === null ? null : (
                <span className="text-secondary">
                  confirmed by the visitor <Time at={pressedAt} timeZone={timeZone} />
                </span>
              )}
            </summary>
            <dl className="mt-1 grid gap-1 pl-4 break-words text-secondary">
              <dt>Given</dt>
              <dd dir="auto" className="font-mono text-xs">
                {input}
              </dd>
              <dt>Result</dt>
              <dd dir="auto" className="font-mono text-xs">
                {done ?? result}
              </dd>
            </dl>
          </details>
        </li>
      ))}
    </ul>
  )
}
