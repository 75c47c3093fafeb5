import { type RefObject, useLayoutEffect } from 'react'

type Size = { width: number; height: number }
export type Rect = { left: number; top: number; right: number; bottom: number }
type Obstacle = Rect & { /** The focused element, which must never be covered. */ isFocused: boolean }

const EDGE = 16
const GAP = 8
const HEAVY = 1e9

/**
 * Returns where toasts cover no obstacle: right before left before the middle, and as far up as possible. If there is no such place,
 * returns the one that covers least, and above all not the focused element.
 */
export function placeToasts(
  toasts: Size,
  view: Size,
  obstacles: readonly Obstacle[],
): { x: number; y: number } {
  const rest = view.width - toasts.width
  const columns = [rest - EDGE, EDGE, rest / 2].map((x) => Math.max(0, x))
  const lowest = Math.max(0, view.height - EDGE - toasts.height)
  const rows = [EDGE, lowest, ...obstacles.map(({ bottom }) => bottom + GAP)]
    .concat(obstacles.map(({ top }) => top - GAP - toasts.height))
    .filter((y) => y >= 0 && y <= lowest)
    .toSorted((a, b) => a - b)
  let best = { x: columns[0] ?? EDGE, y: EDGE, cost: Infinity }
  for (const x of columns)
    for (const y of rows) {
      const place = { left: x, top: y, right: x + toasts.width, bottom: y + toasts.height }
      const cost = obstacles.reduce((sum, each) => sum + coveredOf(place, each), 0)
      if (cost < best.cost) best = { x, y, cost }
    }
  return { x: best.x, y: best.y }
}

function coveredOf(place: Rect, { isFocused, ...obstacle }: Obstacle): number {
  const width = Math.min(place.right, obstacle.right) - Math.max(place.left, obstacle.left)
  const height = Math.min(place.bottom, obstacle.bottom) - Math.max(place.top, obstacle.top)
  if (width <= 0 || height <= 0) return 0
  return width * height * (isFocused ? HEAVY : 1)
}

const PRESSED =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=dialog]'

/** Keeps toasts from covering buttons, links, open panels and focused elements as the page scrolls and changes. */
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
