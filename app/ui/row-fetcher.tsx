import { useEffect, useSyncExternalStore } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'

import { useActionToast } from './toast.tsx'

const none: readonly string[] = []
/** Keys of the fetchers whose row is on the page. */
const shown = new Set<string>()
/** Keys of all fetchers whose answer may still come. */
let awaited = none
const listeners = new Set<() => void>()

/**
 * The fetcher of a form in a row. `RowAnswers` shows its answer as a toast, because the row may leave the list before the
 * answer comes, and React Router drops the answer of a fetcher that no component uses.
 */
export function useRowFetcher(key: string): FetcherWithComponents<FormAnswer> {
  useEffect(() => {
    shown.add(key)
    setAwaited([...awaited.filter((each) => each !== key), key])
    return () => {
      shown.delete(key)
      setAwaited([...awaited])
    }
  }, [key])
  return useFetcher<FormAnswer>({ key })
}

/** Rendered once, by the admin's layout. */
export function RowAnswers() {
  const keys = useSyncExternalStore(
    subscribe,
    () => awaited,
    () => none,
  )
  return keys.map((key) => <RowAnswer key={key} name={key} />)
}

function RowAnswer({ name }: { name: string }) {
  const { data, state } = useFetcher<FormAnswer>({ key: name })
  useActionToast(data)
  const isOver = state === 'idle' && !shown.has(name)
  useEffect(() => {
    if (isOver) setAwaited(awaited.filter((key) => key !== name))
  }, [isOver, name])
  return null
}

function setAwaited(next: readonly string[]): void {
  awaited = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
