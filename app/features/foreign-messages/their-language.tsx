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
  about: { lead: string } | { conversation: string }
  /** The label of the button that sends. */
  send: string
  /** Undefined if the box is gone. */
  read: () => string | undefined
  write: (text: string) => void
  focus: () => void
}

/**
 * Puts what a member wrote into the language of the lead or the visitor. The member reads what that says, translated back,
 * beside their own words, and sends it.
 */
export function TheirLanguage({ about, send, read, write, focus }: TheirLanguageProps) {
  const [{ status, own, answer, error }, setState] = useState(idle)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function begin(): Promise<void> {
    const typed = read()
    if (typed === undefined) return
    const abort = new AbortController()
    current.current = abort
    setState({ ...idle, status: 'writing' })
    try {
      const body = new URLSearchParams({ ...about, text: typed })
      const response = await ask('/admin/replies/translation', { method: 'POST', body, signal: abort.signal })
      const made = (await response.json()) as TranslatedAnswer
      if (read() !== typed)
        throw new Error('The text was changed meanwhile, so it was left as it is. Please try again.')
      write(made.text)
      setState({ status: 'ready', own: typed, answer: made, error: null })
    } catch (fault) {
      if (!abort.signal.aborted)
        setState({ ...idle, error: fault instanceof Error ? fault.message : String(fault) })
    }
  }

  function undo(): void {
    write(own)
    setState(idle)
    focus()
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
            The text is in {answer.languageName} now. Nothing is sent until you press {send}.
            {answer.back === null ? null : ' Translated back, it says:'}
          </p>
          {answer.back === null ? (
            <p className="text-warning">It could not be translated back.</p>
          ) : (
            <Words text={answer.back} />
          )}
          <p>You wrote:</p>
          <Words text={own} />
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

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="border-l-2 border-accent pl-3 whitespace-pre-wrap text-primary wrap-anywhere">
      {text}
    </p>
  )
}
