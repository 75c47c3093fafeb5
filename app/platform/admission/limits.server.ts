import type { Clock } from '#app/platform/clock.ts'
import { AppError } from '#app/platform/errors.ts'
import { networksOf } from '#app/platform/ip-addresses.ts'

export type UsageLimits = { readonly ofAddress: number; readonly inAll: number }

type Usage = {
  /** Returns a function that releases `amount`. A null address stands for the server itself. @throws {AppError} */
  take(from: string | null, amount?: number): () => void
  readonly inUse: number
}

const RETRY_AFTER = 2

export function createUsage(limits: UsageLimits): Usage {
  const byNetwork = new Map<string, number>()
  let inUse = 0

  function add(names: readonly string[], amount: number): void {
    inUse += amount
    for (const name of names) {
      const used = (byNetwork.get(name) ?? 0) + amount
      if (used > 0) byNetwork.set(name, used)
      else byNetwork.delete(name)
    }
  }

  return {
    take(from, amount = 1) {
      const networks = from === null ? [] : networksOf(from)
      if (networks.some(({ name, share }) => (byNetwork.get(name) ?? 0) + amount > limits.ofAddress * share))
        throw new AppError(
          'too-many',
          'Too many requests from your network are being answered. Please try again in a moment.',
          {
            retryAfter: RETRY_AFTER,
          },
        )
      if (inUse + amount > limits.inAll)
        throw new AppError('unavailable', 'This site is busy. Please try again in a moment.', {
          retryAfter: RETRY_AFTER,
        })
      const names = networks.map(({ name }) => name)
      add(names, amount)
      let isTaken = true
      return () => {
        if (isTaken) add(names, -amount)
        isTaken = false
      }
    },
    get inUse() {
      return inUse
    },
  }
}

/** Returns the seconds until an address may try again, 0 if it may now. A refused try does not count. */
export type Pace = (from: string) => number

/** Network names, about 5 MB. Beyond it, counting starts over. */
const MOST_KEPT = 50_000

/** Counts hits per address in memory, for checks that must be cheaper than a database row. */
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

export type WorkSlots = {
  /** Runs `work` when a slot is free, in order of arrival. @throws {AppError} if too much is waiting. */
  run<Result>(from: string | null, work: () => Promise<Result>): Promise<Result>
}

/** Limits work that needs a core or much memory: `atOnce` runs, and at most `limits` runs or waits. */
export function createWorkSlots({ atOnce, limits }: { atOnce: number; limits: UsageLimits }): WorkSlots {
  const usage = createUsage(limits)
  const waiting: (() => void)[] = []
  let running = 0

  async function untilFree(): Promise<void> {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    async run(from, work) {
      const leave = usage.take(from)
      try {
        await untilFree()
        try {
          return await work()
        } finally {
          const next = waiting.shift()
          if (next) next()
          else running -= 1
        }
      } finally {
        leave()
      }
    },
  }
}
