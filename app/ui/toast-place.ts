type Size = { width: number; height: number }
export type Rect = { left: number; top: number; right: number; bottom: number }
type Obstacle = Rect & { /** The focused element, which must never be covered. */ isFocused: boolean }

const EDGE = 16
const GAP = 8
const HEAVY = 1e9

/**
 * Returns where toasts cover no obstacle: right before left, and as far up as possible. If there is no such place,
 * returns the one that covers least, and above all not the focused element.
 */
export function placeToasts(
  toasts: Size,
  view: Size,
  obstacles: readonly Obstacle[],
): { x: number; y: number } {
  const columns = [view.width - EDGE - toasts.width, EDGE].map((x) => Math.max(0, x))
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
