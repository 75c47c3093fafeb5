/** Where the time comes from; tests hand in a clock that they move. */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
