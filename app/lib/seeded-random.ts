export type SeededRandom = {
  /** From 0 to below 1. */
  next(): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** An item by its weight. */
  weigh<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** A whole number from 0 to below `end`. */
  below(end: number): number
}

/** Mulberry32: the same numbers for the same seed, on every machine. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    weigh(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const found = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1)
      if (!found) throw new Error('There is nothing to choose from.')
      return found[0]
    },
  }
}

/**
 * How many days a seeded year reaches back. With six hours on top and a change of the clocks, its
 * first moment is still within the 365 days that the dashboard's 12 months show.
 */
export const SEEDED_DAYS = 363
