import { setTimeout as sleep } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'

import type { StoredEvent } from '../rollups/dimensions.ts'

import type { Refusal } from './refusal-of.server.ts'
import { storeEvents } from './store-events.server.ts'

/** Events wait this long at most to be stored; a process that is killed loses no more. */
const FLUSH_AFTER_MS = 250
const FLUSH_ROWS = 250
/** With `storesFirst` the buffer waits this long before each commit, so that hits share it. */
const GATHER_MS = 5
/** Rows in one transaction, when more have gathered meanwhile. */
const MOST_IN_FLUSH = 2000
/** Some 4 MB. */
const MOST_WAITING = 10_000

export type EventBuffer = {
  readonly waiting: number
  readonly isFull: boolean
  /** Takes events. Resolves at once; with `storesFirst` once they are stored, or false when that failed. */
  add(events: readonly StoredEvent[]): Promise<boolean>
  refuse(reason: Refusal): void
  flush(): Promise<void>
}

/** Keeps events in memory and stores many of them in one transaction. */
export function createEventBuffer(ctx: Ctx, storesFirst: boolean): EventBuffer {
  let waiting: StoredEvent[] = []
  let refused = new Map<Refusal, number>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | null = null
  /** While the database is away only the timer tries again, and not each visit. */
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
        // The events stay in the buffer, within its bound, for the next try.
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

/** Tells callers when the events that they have added are stored. */
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
