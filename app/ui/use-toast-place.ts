import { type RefObject, useLayoutEffect } from 'react'

import { placeToasts } from './toast-place.ts'

const PRESSED =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]'

/** Keeps toasts from covering buttons, links and focused elements as the page scrolls and changes. */
export function useToastPlace(box: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    if (shown.length === 0) return undefined
    let frame = 0
    const place = () => {
      frame = 0
      if (box.current) put(box.current)
    }
    const placeSoon = () => {
      frame ||= requestAnimationFrame(place)
    }
    place()
    const changes = new MutationObserver(placeSoon)
    changes.observe(document.body, { childList: true, subtree: true })
    const sizes = new ResizeObserver(placeSoon)
    sizes.observe(document.body)
    if (box.current) sizes.observe(box.current)
    const events = ['scroll', 'resize', 'focusin'] as const
    for (const event of events) addEventListener(event, placeSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      for (const event of events) removeEventListener(event, placeSoon, { capture: true })
    }
  }, [box, shown])
}

function put(box: HTMLElement): void {
  // Do not move toasts that are hovered or focused.
  if (box.matches(':hover') || box.contains(document.activeElement)) return
  const { width, height } = box.getBoundingClientRect()
  const view = { width: document.documentElement.clientWidth, height: innerHeight }
  const { x, y } = placeToasts({ width, height }, view, obstaclesFor(box, view))
  box.style.inset = `${y}px auto auto ${x}px`
}

function obstaclesFor(box: HTMLElement, view: { width: number; height: number }) {
  const focused = document.activeElement
  const all = [...document.querySelectorAll<HTMLElement>(PRESSED)]
  return all.flatMap((element) => {
    if (box.contains(element)) return []
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isSeen = right > left && bottom > 0 && top < view.height && right > 0 && left < view.width
    return isSeen ? [{ left, top, right, bottom, isFocused: element === focused }] : []
  })
}
