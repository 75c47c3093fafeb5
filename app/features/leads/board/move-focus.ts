const steps = new Map([
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
])

/** Focuses the next card in the direction of an arrow key and skips empty columns. Returns false for other keys. */
export function moveFocus(key: string, cardId: string): boolean {
  const step = steps.get(key)
  if (!step) return false
  const columns = [...document.querySelectorAll('[data-column]')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .filter((cards) => cards.length > 0)
  const x = columns.findIndex((cards) => cards.some(({ id }) => id === `card-${cardId}`))
  const own = columns[x]
  const target = columns[x + step.x]
  if (!own || !target) return true
  const y = own.findIndex(({ id }) => id === `card-${cardId}`)
  target[step.x === 0 ? y + step.y : Math.min(y, target.length - 1)]?.focus()
  return true
}
