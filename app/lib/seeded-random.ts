export type SeededRandom = {
  /** Between 0, inclusive, and 1, exclusive. */
  next(): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** Picks an item with probability proportional to its weight. */
  weigh<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number
}

/** Mulberry32 generator: the same seed gives the same numbers on every machine. */
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
 * Days that seeded data reaches back. Even with six more hours and a clock change, its start is within the 365 days of
 * the dashboard's 12 months.
 */
export const SEEDED_DAYS = 363
