import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, true from then on: for what only the browser can show. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Hands on what was typed into a field before its script came. A field whose value React holds is put back to its first
 * value as it wakes: on a slow line that would be the owner's words.
 */
export function useTypedBefore(id: string, first: string, onTyped: (typed: string) => void): void {
  const isAwake = useAwake()
  const [typed] = useState(() => (isAwake ? null : valueBefore(id)))
  useEffect(() => {
    if (typed !== null && typed !== first) onTyped(typed)
    // Once, on waking.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** What a field of the server's page holds; null on the server itself. */
export function valueBefore(id: string): string | null {
  if (typeof document === 'undefined') return null
  const field = document.getElementById(id)
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  return isField ? field.value : null
}
