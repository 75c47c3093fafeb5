import { type FormEvent, useRef, useState } from 'react'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { ChatSources, CitationMark } from '#app/features/chat/widget/chat-sources.tsx'
import { ReplyMarkdown } from '#app/features/chat/widget/reply-markdown.tsx'
import { ask, readEvents, RequestRefused } from '#app/lib/event-stream-reader.ts'
import { fillCount } from '#app/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'

import type { TrialMessages } from '../messages.en.ts'

import type { Answered } from '../describe-trial.server.ts'

type TrialChatProps = {
  token: string
  /** BCP 47 tag of the page's language. */
  locale: string
  answered: readonly Answered[]
  suggestions: readonly string[]
  left: number
  longest: number
  origin: string
  texts: TrialMessages['chat']
}

/** A chat about the visitor's own pages. Without JavaScript the form is posted and the page shows the answer. */
export function TrialChat({ token, texts, locale, longest, origin, suggestions, ...first }: TrialChatProps) {
  const [answered, setAnswered] = useState(first.answered)
  const [left, setLeft] = useState(first.left)
  const [open, setOpen] = useState<Answered | null>(null)
  const [refusal, setRefusal] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function send(question: string): Promise<void> {
    setRefusal('')
    setOpen({ question, answer: '', sources: [] })
    try {
      const body = new URLSearchParams({ question })
      const response = await ask(`/api/try/${token}`, { method: 'POST', body })
      let exchange: Answered = { question, answer: '', sources: [] }
      let isOver = false
      for await (const event of readEvents<ChatEvent>(response)) {
        isOver = event.type === 'done' || event.type === 'failed'
        exchange = withEvent(exchange, event)
        setOpen(exchange)
      }
      if (!isOver) throw new Error('The stream broke off.')
      setAnswered((before) => [...before, exchange])
      setLeft((before) => before - 1)
      if (field.current) field.current.value = ''
    } catch (error) {
      setRefusal(error instanceof RequestRefused ? error.message : texts.offline)
    }
    setOpen(null)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const pressed =
      submitter instanceof HTMLButtonElement && submitter.name === 'question' ? submitter.value : ''
    const question = pressed || (field.current ? field.current.value.trim() : '')
    if (question !== '' && open === null) void send(question)
  }

  const shown = { texts, origin }
  return (
    <div className="mt-8 grid max-w-3xl gap-6">
      <div role="log" aria-label={texts.log} className="grid gap-6">
        {answered.map((one, at) => (
          <Exchange key={at} id={String(at)} {...one} {...shown} />
        ))}
        {open ? <Exchange id="open" {...open} answer={open.answer || texts.thinking} {...shown} /> : null}
      </div>
      {left > 0 ? (
        <form
          method="post"
          action={`/try/${token}#ask-title`}
          aria-label={texts.form}
          className="grid gap-3"
          onSubmit={onSubmit}
        >
          <input type="hidden" name="intent" value="ask" />
          <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
            <input
              ref={field}
              className={inputClass}
              name="typed"
              aria-label={texts.question}
              placeholder={texts.placeholder}
              maxLength={longest}
              required
              autoComplete="off"
            />
            <Button type="submit" tone="solid" size="lg" disabled={open !== null}>
              {texts.send}
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            {suggestions.map((question) => (
              <Button
                key={question}
                type="submit"
                name="question"
                value={question}
                formNoValidate
                tone="outline"
                size="sm"
                disabled={open !== null}
              >
                {question}
              </Button>
            ))}
          </div>
          {refusal ? (
            <p role="alert" className="text-sm text-danger">
              {refusal}
            </p>
          ) : null}
          <p className="text-sm text-muted">{fillCount(texts.left, left, { locale })}</p>
        </form>
      ) : (
        <p className="text-secondary">{texts.enough}</p>
      )}
    </div>
  )
}

function withEvent(exchange: Answered, event: ChatEvent): Answered {
  if (event.type === 'text') return { ...exchange, answer: exchange.answer + event.text }
  if (event.type === 'restart') return { ...exchange, answer: event.text, sources: event.sources }
  if (event.type === 'sources') return { ...exchange, sources: event.sources }
  return event.type === 'failed' ? { ...exchange, answer: event.text, sources: [] } : exchange
}

type ExchangeProps = Answered & { id: string; origin: string; texts: TrialMessages['chat'] }

function Exchange({ id, question, answer, sources, origin, texts }: ExchangeProps) {
  const links = { origin, domains: [], sources: sources.flatMap(({ href }) => (href === null ? [] : [href])) }
  const cite = (number: number) => {
    const source = sources.find((one) => one.number === number)
    return source ? <CitationMark source={source} messageId={id} texts={texts} /> : null
  }
  return (
    <div className="grid gap-3">
      <p dir="auto" className="justify-self-end rounded-lg bg-overlay px-4 py-2 wrap-anywhere">
        <span className="sr-only">{texts.you} </span>
        {question}
      </p>
      <div className="rounded-lg border border-line bg-raised px-4 py-3 wrap-anywhere">
        <ReplyMarkdown text={answer} links={links} cite={cite} />
        {sources.length > 0 ? <ChatSources sources={sources} messageId={id} texts={texts} /> : null}
      </div>
    </div>
  )
}
