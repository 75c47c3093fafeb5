import { AppError } from '#app/platform/errors.ts'

import { networksOf } from './networks.ts'

/** What may be in use at a time: of one address, and in all. */
export type UsageLimits = { readonly ofAddress: number; readonly inAll: number }

export type Usage = {
  /**
   * Takes `amount` for an address (null: for the software itself) and returns what gives it back, once.
   * @throws {AppError} too-many where the address or a network of it has its share, unavailable where all is in use.
   */
  take(from: string | null, amount?: number): () => void
  readonly inUse: number
}

const RETRY_AFTER = 2

/** Counts what is in use, by every network of an address. */
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
          'Too much is under way from your network. Please try again in a moment.',
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
