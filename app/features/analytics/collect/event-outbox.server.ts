import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { languageOfAddress } from '#app/lib/languages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { VisitorHints } from '#app/platform/events.ts'

import { lockRollups } from '../rollups/add-to-rollups.server.ts'
import { analyticsSettings } from '../settings/analytics-settings.server.ts'

import { countryOf } from './country-of.server.ts'
import { blankEvent, campaignOf, findService, type ServiceNames } from './event-fields.ts'
import { storeEvents } from './store-events.server.ts'

/**
 * Stores an inquiry or a chat for `foldOutbox` to count, in the transaction of its record, so that inquiries do not wait
 * for each other. The event has a random id, no visitor and only the minute: nothing links a name to the pages read.
 */
export function createEventRecorder(services: (ctx: Ctx) => Promise<ServiceNames>): Ctx['recordEvent'] {
  return async (ctx, event) => {
    const at = event.at ?? ctx.clock.now()
    const service = findService(await services(ctx), event.service)
    const noted = {
      at: at - (at % MINUTE),
      path: event.page && withoutAddresses(event.page),
      landing: event.landing ? withoutAddresses(event.landing) : null,
      service,
      referrer: event.referrer?.toLowerCase().replace(/^www\./, '') ?? null,
      utm: event.campaign ? campaignOf(event.campaign) : null,
      language: event.page ? await languageOfPage(ctx, event.page) : null,
      country: event.visitor ? await countryOfVisitor(ctx, event.visitor) : null,
    }
    const kinds =
      event.kind === 'contact_form' && service !== null
        ? (['contact_form', 'service_inquiry'] as const)
        : [event.kind]
    await ctx.db
      .insertInto('event_outbox')
      .values(kinds.map((kind) => ({ id: randomUUID(), kind, ...noted })))
      .execute()
  }
}

async function languageOfPage(ctx: Ctx, page: string): Promise<string | null> {
  const { languages } = await ctx.site(ctx)
  return languages.length < 2 ? null : (languageOfAddress(page, languages) ?? null)
}

async function countryOfVisitor(ctx: Ctx, hints: Pick<VisitorHints, 'language' | 'asksPrivacy'>) {
  const { honourPrivacy } = await analyticsSettings.read(ctx)
  return honourPrivacy && hints.asksPrivacy ? null : countryOf(null, hints.language)
}

/** Rows per transaction, which takes about ten milliseconds. */
const MOST_AT_ONCE = 250
/** Longest delay of the figures behind the inbox while the database works. */
const FOLD_EVERY_MS = 500

/** Counts the events in the outbox and returns how many. Each row is deleted in the transaction that counts it, so it counts once. */
export async function foldOutbox(ctx: Ctx): Promise<number> {
  let folded = 0
  while (await hasWaiting(ctx)) {
    const some = await withTransaction(ctx, foldSome)
    folded += some
    // The embedded database runs on this thread, so let other requests run.
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

/** Runs on every instance until stopped; each row is counted by one of them. */
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
      // The events stay in the outbox until the database works again.
      ctx.log.warn({ error }, 'analytics.not_folded')
    }
    await sleep(FOLD_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
