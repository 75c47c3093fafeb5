import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds after the last keystroke, short enough that the preview feels live. */
const PAUSE = 500

export type DraftState = {
  html: string | null
  status: 'idle' | 'saving' | 'saved' | 'failed'
  error: string | null
}

/**
 * Sends the form's fields to `address` shortly after each change, and what is left when the form disappears. There they are
 * stored as a draft and rendered. Call `stop` when the form is saved, so that no draft arrives after it.
 */
export function useAutosave(form: RefObject<HTMLFormElement | null>, address: string) {
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
      const response = await fetch(address, {
        method: 'POST',
        body: new URLSearchParams(textsOf(form.current)),
        signal: abort.signal,
      })
      if (response.ok) {
        const { html } = (await response.json()) as { html: string }
        setState({ html, status: 'saved', error: null })
      } else {
        const { error } = (await response.json()) as { error?: string }
        setState(({ html }) => ({ html, status: 'failed', error: error ?? null }))
      }
    } catch {
      if (!abort.signal.aborted) setState((before) => ({ ...before, status: 'failed', error: null }))
    }
  }

  function stop(): void {
    clearTimeout(timer.current)
    timer.current = undefined
    pending.current?.abort()
  }

  function change(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      void send()
    }, PAUSE)
  }

  const sendRest = useRef(() => {})
  useLayoutEffect(() => {
    sendRest.current = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      void send()
    }
  })
  // A layout effect ends while the form is still there.
  useLayoutEffect(() => () => sendRest.current(), [])
  return { ...state, change, stop }
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}
