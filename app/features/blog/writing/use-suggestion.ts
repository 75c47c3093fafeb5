import { useEffect, useRef, useState } from 'react'

import type { ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import { ask, readEvents } from '#app/lib/event-stream-reader.ts'

import { finishedSuggestion, type Suggestion } from './suggestions.ts'

export type SuggestionState = {
  suggestion: Suggestion
  text: string
  status: 'writing' | 'ready' | 'failed'
  /** Why it failed. */
  error: string | null
}

/** Asks for one suggestion at a time and holds it until it is taken or dropped. */
export function useSuggestion(readForm: () => URLSearchParams) {
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
