import { useEffect, useRef } from 'react'

/** Moves the focus to the content if the focused element was removed when `shown` changed. */
export function useKeptFocus(shown: string | number | boolean): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body
    if (isLost) document.getElementById('content')?.focus()
    before.current = shown
  }, [shown])
}
