import type { Clock } from '#app/platform/clock.ts'

import { networksOf } from './networks.ts'

/** Seconds after which an address may go on; 0: at once. What it refuses does not count. */
export type Pace = (from: string) => number

/** Some 5 MB of names. Past them counting begins anew, as it does with each window. */
const MOST_KEPT = 50_000

/**
 * Counts hits of addresses and their networks in this process's memory, `limit` to an address in each window: for what must
 * cost less than a row in the database, such as looking at a request before its body is read.
 */
export function createPace(options: { limit: number; windowMs: number; clock: Clock }): Pace {
  const { limit, windowMs, clock } = options
  let window = 0
  let hits = new Map<string, number>()
  return (from) => {
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== window || hits.size > MOST_KEPT) [window, hits] = [current, new Map()]
    const networks = networksOf(from)
    if (networks.some(({ name, share }) => (hits.get(name) ?? 0) >= limit * share))
      return Math.ceil(((current + 1) * windowMs - now) / 1000)
    for (const { name } of networks) hits.set(name, (hits.get(name) ?? 0) + 1)
    return 0
  }
}
