import { useEffect, useState } from 'react'

/**
 * Hands on what was typed into a field before its script came. A field whose value React holds is put back to its first
 * value as it wakes: on a slow line that would be the owner's words.
 */
export function useTypedBefore(id: string, first: string, onTyped: (typed: string) => void): void {
  const [typed] = useState(() => (typeof document === 'undefined' ? first : valueOf(id, first)))
  useEffect(() => {
    if (typed !== first) onTyped(typed)
    // Once, on waking.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

function valueOf(id: string, first: string): string {
  const field = document.getElementById(id)
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  return isField ? field.value : first
}
