import { useEffect, useRef } from 'react'

/** Moves the focus to the content when what was focused has gone with a change of the page. */
export function useKeptFocus(shown: string | number | boolean): void {
  const before = useRef(shown)
  useEffect(() => {
    const isLost = before.current !== shown && document.activeElement === document.body
    if (isLost) document.getElementById('content')?.focus()
    before.current = shown
  }, [shown])
}
