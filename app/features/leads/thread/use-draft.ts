import { useEffect, useRef, useState } from 'react'

import { ask, readEvents } from '#app/lib/event-stream-reader.ts'

import type { DraftEvent, DraftSource } from './draft-with-assistant.server.ts'

type Writing = {
  status: 'idle' | 'writing' | 'ready'
  sources: readonly DraftSource[]
  error: string | null
  before: string
}
const idle: Writing = { status: 'idle', sources: [], error: null, before: '' }

/** Streams a draft below the typed text. `undo` restores the field. */
export function useDraft(field: () => HTMLTextAreaElement | null, onEdited: () => void) {
  const [writing, setWriting] = useState(idle)
  const current = useRef<AbortController>(undefined)

  function put(text: string): void {
    const box = field()
    if (box) box.value = text
  }

  async function begin(form: HTMLFormElement | null): Promise<void> {
    const box = field()
    if (!form || !box) return
    current.current?.abort()
    const abort = new AbortController()
    current.current = abort
    const before = box.value
    setWriting({ ...idle, status: 'writing', before })
    const lead = new FormData(form).get('lead')
    const body = new URLSearchParams({ text: before, lead: typeof lead === 'string' ? lead : '' })
    const start = before.trim() === '' ? '' : `${before.trimEnd()}\n\n`
    let written = ''
    const settle = (error: string | null) => {
      if (abort.signal.aborted) return
      setWriting((now) => ({ ...now, status: written === '' ? 'idle' : 'ready', error }))
      onEdited()
    }
    try {
      const response = await ask('/admin/replies/suggestion', { method: 'POST', body, signal: abort.signal })
      for await (const event of readEvents<DraftEvent>(response)) {
        if (abort.signal.aborted) return
        if (event.type === 'sources') setWriting((now) => ({ ...now, sources: event.sources }))
        if (event.type === 'text') put(start + (written += event.text))
        if (event.type === 'restart') written = ''
        if (event.type === 'failed') settle(event.message)
        if (event.type === 'done') settle(null)
      }
    } catch (error) {
      settle(error instanceof Error ? error.message : String(error))
    }
  }

  function stop(): void {
    current.current?.abort()
    setWriting((now) => ({ ...now, status: 'ready' }))
    onEdited()
  }

  function undo(): void {
    put(writing.before)
    setWriting(idle)
    onEdited()
    field()?.focus()
  }

  useEffect(() => () => current.current?.abort(), [])
  return { ...writing, begin, stop, undo }
}
