import { useEffect, useRef } from 'react'

/**
 * Gives the element the height that is left above a phone's keyboard as `--visible-height`: iOS lays the keyboard over
 * the page without making it smaller.
 */
export function useVisibleHeight() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { visualViewport } = window
    const measure = () => {
      element.current?.style.setProperty('--visible-height', `${visualViewport?.height ?? innerHeight}px`)
      element.current?.style.setProperty('--visible-top', `${visualViewport?.offsetTop ?? 0}px`)
    }
    measure()
    visualViewport?.addEventListener('resize', measure)
    visualViewport?.addEventListener('scroll', measure)
    return () => {
      visualViewport?.removeEventListener('resize', measure)
      visualViewport?.removeEventListener('scroll', measure)
    }
  }, [])
  return element
}

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
