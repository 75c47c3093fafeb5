import { type ReactNode, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, then true. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Renders its children after what else opens with it is drawn. The server renders them with it. */
export function Afterwards({ children }: { children: ReactNode }): ReactNode {
  const isAwake = useAwake()
  return useDeferredValue(true, !isAwake) ? children : null
}

/** Reports text typed before hydration, because React resets a controlled field to its initial value. */
export function useTypedBefore(id: string, first: string, onTyped: (typed: string) => void): void {
  const isAwake = useAwake()
  const [typed] = useState(() => (isAwake ? null : valueBefore(id)))
  useEffect(() => {
    if (typed !== null && typed !== first) onTyped(typed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration
  }, [])
}

export function valueBefore(id: string): string | null {
  if (typeof document === 'undefined') return null
  const field = document.getElementById(id)
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  return isField ? field.value : null
}
