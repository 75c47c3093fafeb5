import { type RefObject, useEffect, useRef, useState } from 'react'

/** After the last stroke; short enough that a preview feels live. */
const PAUSE = 500

export type DraftState = {
  /** As readers will see it; null before the first answer. */
  html: string | null
  status: 'idle' | 'saving' | 'saved' | 'failed'
  error: string | null
}

/**
 * Keeps what is typed as a draft and shows it as readers will, a moment after each change. Saving by hand ends it, so
 * that no draft arrives after the post it belonged to.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [state, setState] = useState<DraftState>({ html: null, status: 'idle', error: null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<AbortController>(undefined)

  async function send(): Promise<void> {
    if (!form.current) return
    pending.current?.abort()
    const abort = new AbortController()
    pending.current = abort
    setState((before) => ({ ...before, status: 'saving' }))
    try {
      const response = await fetch('/admin/blog/draft', {
        method: 'POST',
        body: new URLSearchParams(textsOf(form.current)),
        signal: abort.signal,
      })
      const answer = (await response.json()) as { html?: string; error?: string }
      setState(({ html }) =>
        response.ok
          ? { html: answer.html ?? '', status: 'saved', error: null }
          : { html, status: 'failed', error: answer.error ?? null },
      )
    } catch {
      if (!abort.signal.aborted) setState((before) => ({ ...before, status: 'failed', error: null }))
    }
  }

  function stop(): void {
    clearTimeout(timer.current)
    pending.current?.abort()
  }

  function change(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), PAUSE)
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      pending.current?.abort()
    },
    [],
  )
  return { ...state, change, stop }
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}
