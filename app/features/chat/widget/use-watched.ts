import { useEffect } from 'react'

/** Tells `watch` whether what is open can be seen: not in a tab in the background, which shall hold no connection. */
export function useWatched(isOpen: boolean, watch: (isWatched: boolean) => void): void {
  useEffect(() => {
    const tell = () => watch(isOpen && document.visibilityState === 'visible')
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => {
      document.removeEventListener('visibilitychange', tell)
      watch(false)
    }
  }, [isOpen, watch])
}
