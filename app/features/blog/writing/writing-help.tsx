import { type RefObject, useEffect, useId, useRef, useState } from 'react'

import type { ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import { ask, readEvents } from '#app/lib/event-stream-reader.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { finishedSuggestion, type Suggestion } from './suggestions.ts'

const names: Record<Exclude<Suggestion, 'content'>, string> = {
  title: 'Suggest a title',
  excerpt: 'Suggest an excerpt',
  tags: 'Suggest tags',
  imageAlt: 'Describe the image',
}

type WritingHelpProps = { form: RefObject<HTMLFormElement | null>; onEdited: () => void }

export function WritingHelp({ form, onEdited }: WritingHelpProps) {
  const id = useId()
  const [outline, setOutline] = useState('')
  const { state, begin, drop } = useSuggestion(() => fieldsOf(form.current, outline))
  const isWriting = state?.status === 'writing'

  function take({ suggestion, text }: SuggestionState): void {
    const field = form.current?.elements.namedItem(suggestion)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    field.value =
      suggestion === 'content' && field.value.trim() ? `${field.value.trimEnd()}\n\n${text}` : text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    drop()
    onEdited()
    field.focus()
  }

  return (
    <details className="rounded-md border border-line bg-ink p-4">
      <summary className="cursor-pointer font-medium">Help with writing</summary>
      <div className="mt-4 grid gap-4">
        <div className="flex flex-wrap gap-2">
          {Object.entries(names).map(([suggestion, name]) => (
            <Button
              key={suggestion}
              tone="outline"
              size="sm"
              disabled={isWriting}
              onClick={() => void begin(suggestion as Suggestion)}
            >
              {name}
            </Button>
          ))}
        </div>
        <Field id={`${id}outline`} label="Outline" hint="A few points to write the first draft from.">
          <textarea
            {...fieldControl(`${id}outline`, undefined, 'hint')}
            rows={3}
            value={outline}
            onChange={(event) => {
              // The outline is not part of the post, so it must not trigger autosave.
              event.stopPropagation()
              setOutline(event.currentTarget.value)
            }}
            className={inputClass}
          />
        </Field>
        <Button
          tone="outline"
          size="sm"
          className="justify-self-start"
          disabled={isWriting}
          onClick={() => void begin('content')}
        >
          Write a first draft
        </Button>
        {state ? <Suggested state={state} onTake={() => take(state)} onDrop={drop} /> : null}
      </div>
    </details>
  )
}

type SuggestedProps = { state: SuggestionState; onTake: () => void; onDrop: () => void }

function Suggested({ state: { text, status, error }, onTake, onDrop }: SuggestedProps) {
  return (
    <section aria-label="Suggestion" className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        {status === 'writing' ? (
          <>
            <Spinner /> Writing…
          </>
        ) : status === 'ready' ? (
          'Written by a model: please check it.'
        ) : (
          'Not written.'
        )}
      </p>
      {error === null ? null : (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {text ? <p className="max-h-80 overflow-y-auto whitespace-pre-wrap">{text}</p> : null}
      <div className="flex gap-2">
        {status === 'ready' ? (
          <Button tone="solid" size="sm" onClick={onTake}>
            Accept
          </Button>
        ) : null}
        <Button tone="outline" size="sm" onClick={onDrop}>
          {status === 'writing' ? 'Stop' : 'Dismiss'}
        </Button>
      </div>
    </section>
  )
}

function fieldsOf(form: HTMLFormElement | null, outline: string): URLSearchParams {
  const fields = new URLSearchParams()
  if (form)
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.set(name, value)
  fields.set('outline', outline)
  return fields
}

type SuggestionState = {
  suggestion: Suggestion
  text: string
  status: 'writing' | 'ready' | 'failed'
  error: string | null
}

/** Asks for one suggestion at a time and keeps it until it is accepted or dismissed. */
function useSuggestion(readForm: () => URLSearchParams) {
  const [state, setState] = useState<SuggestionState | null>(null)
  const writing = useRef<AbortController>(undefined)

  async function begin(suggestion: Suggestion): Promise<void> {
    writing.current?.abort()
    const abort = new AbortController()
    writing.current = abort
    const body = readForm()
    body.set('suggestion', suggestion)
    let text = ''
    const show = (status: SuggestionState['status'], error: string | null = null) => {
      if (!abort.signal.aborted) setState({ suggestion, text, status, error })
    }
    show('writing')
    try {
      const response = await ask('/admin/blog/suggestion', { method: 'POST', body, signal: abort.signal })
      for await (const event of readEvents<ReplyEvent>(response)) {
        if (event.type === 'text') {
          text += event.text
          show('writing')
        }
        if (event.type === 'restart') text = ''
        if (event.type === 'failed') show('failed', event.message)
        if (event.type === 'done') {
          text = finishedSuggestion(suggestion, text)
          show('ready')
        }
      }
    } catch (error) {
      show('failed', (error as Error).message)
    }
  }

  function drop(): void {
    writing.current?.abort()
    setState(null)
  }

  useEffect(() => () => writing.current?.abort(), [])
  return { state, begin, drop }
}
