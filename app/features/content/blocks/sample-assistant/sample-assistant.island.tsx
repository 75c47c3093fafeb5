import { type SubmitEvent, useEffect, useRef } from 'react'

import { ChatMessage, type MessageTexts } from '#app/features/chat/widget/chat-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { Bot } from '#app/ui/icons.tsx'

import { LONGEST_QUESTION } from './sample-limits.ts'
import { type Starter, useSample } from './use-sample.ts'

export type SampleTexts = Record<
  'name' | 'note' | 'played' | 'greeting' | 'question' | 'ask' | 'log' | 'typing',
  string
> & {
  message: Omit<MessageTexts, keyof RatingWords>
}

/** Empty because these answers cannot be rated. */
const ratingWords = {
  rate: '',
  helpful: '',
  unhelpful: '',
  comment: '',
  commentPlaceholder: '',
  sendComment: '',
  addComment: '',
  changeComment: '',
}
type RatingWords = typeof ratingWords

export type SampleAssistantProps = {
  texts: SampleTexts
  starters: readonly Starter[]
  page: string
  block: string
}

/** Before hydration, and without script, it shows the questions with the owner's answers. */
export function SampleAssistant({ texts, starters, page, block }: SampleAssistantProps) {
  const { messages, phase, isLive, refusal, played, ask } = useSample({
    page,
    block,
    starters,
    failure: texts.message.offline,
    playedOnly: texts.played,
  })
  /** Uncontrolled, so that text typed before hydration stays. */
  const field = useRef<HTMLInputElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const isReplying = phase !== 'idle'
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [messages, refusal])

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const input = field.current
    const question = input?.value.trim()
    if (!input || !question || isReplying) return
    input.value = ''
    if (!(await ask(question)) && input.value === '') input.value = question
  }

  return (
    <div data-sample="dialogue" className="overflow-hidden rounded-lg border border-line-strong bg-raised">
      <div className="flex items-center gap-3 border-b border-line px-5 py-4">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-fill text-white">
          <Bot aria-hidden className="size-5" />
        </span>
        <p>
          <span className="block font-medium">{texts.name}</span>
          <span className="block text-sm text-muted">{texts.note}</span>
        </p>
      </div>
      <div
        ref={log}
        role="log"
        aria-label={texts.log}
        aria-busy={isReplying}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        tabIndex={0}
        className="js-only h-80 content-start gap-3 overflow-y-auto px-5 py-4"
      >
        {texts.greeting ? <p className="chat-bubble">{texts.greeting}</p> : null}
        {messages.map((message) => (
          <div key={message.id} className="grid">
            {played.includes(message.id) ? <p className="mb-1 text-xs text-muted">{texts.played}</p> : null}
            <ChatMessage
              message={message}
              linkDomains={[]}
              texts={{ ...texts.message, ...ratingWords }}
              onRetry={null}
              onRate={null}
              cardTarget={() => null}
            />
          </div>
        ))}
        {phase === 'waiting' ? <p className="text-sm text-muted">{texts.typing}…</p> : null}
        {refusal ? <p className="text-sm text-warning">{refusal}</p> : null}
      </div>
      <div className="no-script-only px-5 py-4">
        <p className="text-xs text-muted">{texts.played}</p>
        <dl className="mt-3 grid gap-3">
          {starters.map(({ question, answer, source }) => (
            <div key={question} className="grid gap-3">
              <dt className="chat-bubble chat-bubble-own">{question}</dt>
              <dd className="chat-bubble">
                {answer}
                {source ? <span className="mt-1 block text-xs text-secondary">{source}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="js-only gap-3 border-t border-line p-4">
        <ul className="flex flex-wrap gap-2">
          {starters.map(({ question }) => (
            <li key={question}>
              <button
                type="button"
                disabled={isReplying}
                onClick={() => void ask(question)}
                className="chat-chip text-start"
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
        {isLive === false ? null : (
          <form onSubmit={(event) => void send(event)} className="flex gap-2">
            <input
              ref={field}
              aria-label={texts.question}
              placeholder={texts.question}
              maxLength={LONGEST_QUESTION}
              autoComplete="off"
              className="input min-w-0 flex-1"
            />
            <Button type="submit" className="h-auto">
              {texts.ask}
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}
