import { useEffect, useRef, useState } from 'react'

import { ask } from '#app/lib/event-stream-reader.ts'
import { Button } from '#app/ui/button.tsx'

import type { TranslatedAnswer } from './answer-in-their-language.server.ts'

type State = {
  status: 'idle' | 'writing' | 'ready'
  /** What the member wrote, which says what the translation says. */
  own: string
  answer: TranslatedAnswer | null
  error: string | null
}

const idle: State = { status: 'idle', own: '', answer: null, error: null }

type TheirLanguageProps = {
  leadId: string
  /** Returns the box of the reply. */
  field: () => HTMLTextAreaElement | null
  onEdited: () => void
}

/** Puts what a member wrote into the lead's language; the member reads it beside their own words, and sends it. */
export function TheirLanguage({ leadId, field, onEdited }: TheirLanguageProps) {
  const [{ status, own, answer, error }, setState] = useState(idle)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  function put(text: string): void {
    const box = field()
    if (box) box.value = text
    onEdited()
  }

  async function begin(): Promise<void> {
    const typed = field()?.value
    if (typed === undefined) return
    const abort = new AbortController()
    current.current = abort
    setState({ ...idle, status: 'writing' })
    try {
      const body = new URLSearchParams({ lead: leadId, text: typed })
      const response = await ask('/admin/replies/translation', { method: 'POST', body, signal: abort.signal })
      const made = (await response.json()) as TranslatedAnswer
      if (field()?.value !== typed)
        throw new Error('The reply was changed meanwhile, so it was left as it is. Please try again.')
      put(made.text)
      setState({ status: 'ready', own: typed, answer: made, error: null })
    } catch (fault) {
      if (!abort.signal.aborted)
        setState({ ...idle, error: fault instanceof Error ? fault.message : String(fault) })
    }
  }

  function undo(): void {
    put(own)
    setState(idle)
    field()?.focus()
  }

  return (
    <div className="contents">
      <Button tone="outline" disabled={status === 'writing'} onClick={() => void begin()}>
        {status === 'writing' ? 'Translating…' : 'Answer in their language'}
      </Button>
      {error ? (
        <p role="alert" className="w-full text-sm text-danger">
          {error}
        </p>
      ) : null}
      {answer ? (
        <section aria-label="What the reply says" className="order-last grid w-full gap-1 text-sm text-muted">
          <p>
            The reply is in {answer.languageName} now. Nothing is sent until you press Send reply. It says:
          </p>
          <p
            dir="auto"
            className="border-l-2 border-accent pl-3 whitespace-pre-wrap text-primary wrap-anywhere"
          >
            {own}
          </p>
          {answer.left > 0 ? (
            <p className="text-warning">
              {answer.left === 1 ? '1 paragraph' : `${answer.left} paragraphs`} could not be translated and
              stayed as you wrote {answer.left === 1 ? 'it' : 'them'}.
            </p>
          ) : null}
          <Button tone="outline" size="sm" className="justify-self-start" onClick={undo}>
            Undo translation
          </Button>
        </section>
      ) : null}
    </div>
  )
}
