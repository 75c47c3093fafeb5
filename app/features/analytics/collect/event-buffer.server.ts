import { setTimeout as sleep } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'

import type { StoredEvent } from '../rollups/dimensions.ts'

import type { Refusal } from './refusal-of.server.ts'
import { storeEvents } from './store-events.server.ts'

/** Longest time that events wait to be stored; a killed process loses no more. */
const FLUSH_AFTER_MS = 250
const FLUSH_ROWS = 250
/** With `storesFirst`, the time to wait before each commit, so that hits share it. */
const GATHER_MS = 5
/** Most rows in one transaction if more have accumulated. */
const MOST_IN_FLUSH = 2000
/** About 4 MB. */
const MOST_WAITING = 10_000

export type EventBuffer = {
  readonly waiting: number
  readonly isFull: boolean
  /** Adds events. Resolves at once or, with `storesFirst`, when they are stored; then false if that failed. */
  add(events: readonly StoredEvent[]): Promise<boolean>
  refuse(reason: Refusal): void
  flush(): Promise<void>
}

export function createEventBuffer(ctx: Ctx, storesFirst: boolean): EventBuffer {
  let waiting: StoredEvent[] = []
  let refused = new Map<Refusal, number>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | null = null
  /** While the database is unreachable, only the timer retries, not each visit. */
  let isAway = false
  const receipts = createReceipts()

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing ??= storeAll().finally(() => {
      flushing = null
      if (waiting.length > 0 || refused.size > 0) schedule()
    })
    return flushing
  }

  async function storeAll(): Promise<void> {
    while (waiting.length > 0 || refused.size > 0) {
      if (storesFirst) await sleep(GATHER_MS)
      const events = waiting.slice(0, MOST_IN_FLUSH)
      const reasons = refused
      refused = new Map()
      try {
        await storeEvents(ctx, events, reasons)
        isAway = false
        waiting = waiting.slice(events.length)
        receipts.stored(events.length)
      } catch (error) {
        // The events stay in the buffer for the next try, up to its limit.
        isAway = true
        for (const [reason, n] of reasons) addCount(refused, reason, n)
        ctx.log.error({ error, waiting: waiting.length }, 'analytics.not_stored')
        receipts.failed()
        return
      }
    }
  }

  return {
    async add(events) {
      waiting.push(...events)
      const receipt = receipts.next(events.length, storesFirst)
      const isDue = waiting.length >= FLUSH_ROWS && !flushing && !isAway
      if (storesFirst || isDue) void flush()
      else schedule()
      return receipt
    },
    refuse(reason) {
      addCount(refused, reason, 1)
      schedule()
    },
    flush,
    get waiting() {
      return waiting.length
    },
    get isFull() {
      return waiting.length >= MOST_WAITING
    },
  }
}

function addCount(counts: Map<Refusal, number>, reason: Refusal, n: number): void {
  const known = counts.get(reason)
  counts.set(reason, known === undefined ? n : known + n)
}

/** Resolves promises of callers when their events are stored. */
function createReceipts() {
  let added = 0
  let done = 0
  const waiters: { upTo: number; resolve: (isStored: boolean) => void }[] = []
  const answer = (isStored: boolean) => {
    while (waiters[0] && (!isStored || waiters[0].upTo <= done)) waiters.shift()?.resolve(isStored)
  }
  return {
    next(count: number, waits: boolean): Promise<boolean> | true {
      added += count
      if (!waits) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiters.push({ upTo: added, resolve })
      return promise
    },
    stored(count: number): void {
      done += count
      answer(true)
    },
    failed(): void {
      answer(false)
    },
  }
}
