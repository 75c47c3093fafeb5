import { useEffect, useRef } from 'react'

/** Sets `--visible-height` to the height above a phone's keyboard, which on iOS covers the page without resizing it. */
export function useVisibleHeight() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { visualViewport } = window
    const measure = () => {
      const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 }
      element.current?.style.setProperty('--visible-height', `${height}px`)
      element.current?.style.setProperty('--visible-top', `${offsetTop}px`)
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

/** Tells `watch` whether the open panel is visible, because a background tab must not hold a connection. */
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
