import { setTimeout as sleep } from 'node:timers/promises'

import { dayOf } from '#app/lib/site-day.ts'
import { createPace } from '#app/platform/admission/pace.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { VisitorHints } from '#app/platform/events.ts'

import type { StoredEvent } from '../rollups/dimensions.ts'
import { analyticsSettings } from '../settings/analytics-settings.server.ts'

import { countryOf } from './country-of.server.ts'
import { eventsOfHit } from './events-of-hit.server.ts'
import { parseHit } from './parse-hit.ts'
import { type Refusal, refusalOf } from './refusal-of.server.ts'
import { type Salts, visitorHash } from './salts.server.ts'
import type { ServiceNames } from './service-names.ts'
import { storeEvents } from './store-events.server.ts'

/** What is answered is at most this old when it is stored: a process that is killed loses no more. */
const FLUSH_AFTER_MS = 250
const FLUSH_ROWS = 250
/** Where storing comes first: those who come within it share a commit, for a commit costs more than it takes to come. */
const GATHER_MS = 5
/** Rows in one transaction when more have gathered meanwhile. */
const MOST_IN_FLUSH = 2000
/** Some 4 MB; past it visits are turned away and counted as such. */
const MOST_WAITING = 10_000
/** Of an address, whatever browsers it names: more than the people of an office turn pages. */
const HITS_A_MINUTE = 300
const REFRESH_SETTINGS_MS = 5000

export type HitRequest = {
  body: string
  visitor: VisitorHints
  isOwner: boolean
  /** The Host header. */
  host: string | undefined
}

/** 204 taken, or left out silently; 400 nothing of ours; 503 too much at once, or not stored where that is waited for. */
export type HitStatus = 204 | 400 | 503

export type Collector = {
  take(request: HitRequest): Promise<HitStatus>
  /** Stores what has gathered; resolves when all of it is. */
  flush(): Promise<void>
  /** Events that wait to be stored. */
  readonly waiting: number
}

type Options = {
  salts: Salts
  services: () => ServiceNames
  /** Whether a public page stands at a path. */
  hasPage(path: string): boolean
  /** Answers once a hit is stored, so that not even a killed process loses one; hits that come together share a commit. */
  storesFirst?: boolean
}

/** Takes hits into memory and stores them a quarter of a second later, many in one transaction. */
export function createCollector(
  ctx: Ctx,
  { salts, services, hasPage, storesFirst = false }: Options,
): Collector {
  let waiting: StoredEvent[] = []
  let refused = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | null = null
  /** Events so far. */
  let taken = 0
  let stored = 0
  const waiters: { taken: number; resolve: (isStored: boolean) => void }[] = []
  const pace = createPace({ limit: HITS_A_MINUTE, windowMs: MINUTE, clock: ctx.clock })
  const choices = createChoices(ctx)

  function refuse(reason: Refusal): void {
    refused.set(reason, (refused.get(reason) ?? 0) + 1)
    schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS)
  }

  async function take({ body, visitor, isOwner, host }: HitRequest): Promise<HitStatus> {
    const hit = parseHit(body)
    if (!hit) return 400
    const { honourPrivacy, timeZone, publicHost } = await choices()
    let refusal = refusalOf({ visitor, isOwner, isAutomated: hit.isAutomated }, { honourPrivacy })
    if (!refusal && !hasPage(hit.url.split('?', 1)[0] ?? '')) refusal = 'unknown-page'
    if (!refusal && waiting.length >= MOST_WAITING) refusal = 'full'
    if (!refusal && ctx.limits && pace(visitor.clientAddress) > 0) refusal = 'too-many'
    if (refusal) {
      // Views alone are counted: what a page tells as it is left, or of a press on it, is no second one.
      if (!hit.vitals && !hit.isGetStarted) refuse(refusal)
      return refusal === 'full' ? 503 : 204
    }
    const at = ctx.clock.now()
    const salt = await salts(ctx, dayOf(at, timeZone))
    const around = {
      at,
      visitorHash: visitorHash(salt, visitor.clientAddress, visitor.userAgent),
      country: await countryOf(hit.timeZone, visitor.language),
      userAgent: visitor.userAgent,
      ownHosts: [host, publicHost],
      services: services(),
    }
    const events = eventsOfHit(hit, around)
    if (events.length === 0) return 204
    waiting.push(...events)
    taken += events.length
    if (storesFirst) return (await untilStored()) ? 204 : 503
    if (waiting.length >= FLUSH_ROWS && !flushing) void flush()
    else schedule()
    return 204
  }

  /** False where a commit failed meanwhile; what it was to store is tried again all the same, with the next. */
  function untilStored(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiters.push({ taken, resolve })
    void flush()
    return promise
  }

  function answerWaiters(isStored: boolean): void {
    while (waiters[0] && (!isStored || waiters[0].taken <= stored)) waiters.shift()?.resolve(isStored)
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
        waiting = waiting.slice(events.length)
        stored += events.length
        answerWaiters(true)
      } catch (error) {
        // They stay, within the bound, for the next try.
        for (const [reason, n] of reasons) refused.set(reason, (refused.get(reason) ?? 0) + n)
        ctx.log.error({ error, waiting: waiting.length }, 'analytics.not_stored')
        answerWaiters(false)
        return
      }
    }
  }

  return {
    take,
    flush,
    get waiting() {
      return waiting.length
    },
  }
}

/** What the owner has chosen, read again every few seconds: asking for each hit would cost more than the hit. */
function createChoices(ctx: Ctx) {
  let known: { honourPrivacy: boolean; timeZone: string; publicHost: string | undefined } | null = null
  let readAt = 0
  return async () => {
    const now = performance.now()
    if (known && now - readAt < REFRESH_SETTINGS_MS) return known
    readAt = now
    const { timeZone, publicUrl } = await ctx.site(ctx)
    const { honourPrivacy } = await analyticsSettings.read(ctx)
    known = { honourPrivacy, timeZone, publicHost: URL.parse(publicUrl)?.host }
    return known
  }
}
