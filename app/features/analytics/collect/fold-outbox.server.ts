import { setTimeout as sleep } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { lockRollups } from '../rollups/lock-rollups.server.ts'

import { blankEvent } from './blank-event.ts'
import { storeEvents } from './store-events.server.ts'

/** Rows in one transaction, which takes some ten milliseconds. */
const MOST_AT_ONCE = 250
/** Figures are this much behind the inbox at most, while the database can work. */
const FOLD_EVERY_MS = 500

/**
 * Counts what waits in the outbox, from whichever instance, and returns how much it was. A row is taken out in the
 * transaction that counts it, so it is counted once: an instance that dies or is frozen leaves it to another, for the
 * server ends its transaction (`lockRollups`).
 */
export async function foldOutbox(ctx: Ctx): Promise<number> {
  let folded = 0
  while (await hasWaiting(ctx)) {
    const some = await withTransaction(ctx, foldSome)
    folded += some
    // On the embedded database nothing else would give the event loop a turn.
    await sleep(0)
    if (some < MOST_AT_ONCE) break
  }
  return folded
}

async function hasWaiting(ctx: Ctx): Promise<boolean> {
  return (await ctx.db.selectFrom('event_outbox').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function foldSome(ctx: Ctx): Promise<number> {
  await lockRollups(ctx)
  const waiting = await ctx.db
    .selectFrom('event_outbox')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ id }) => id)
  await ctx.db.deleteFrom('event_outbox').where('id', 'in', ids).execute()
  await storeEvents(
    ctx,
    waiting.map((noted) => ({ ...blankEvent(noted.kind, noted.at), ...noted })),
  )
  return waiting.length
}

/** Folds until it is stopped. Each instance does; which one counts a row does not matter. */
export function keepFolding(ctx: Ctx): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const done = foldUntil(ctx, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await done
    },
  }
}

async function foldUntil(ctx: Ctx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await foldOutbox(ctx)
    } catch (error) {
      // It stays where it is until the database can work again.
      ctx.log.warn({ error }, 'analytics.not_folded')
    }
    await sleep(FOLD_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
