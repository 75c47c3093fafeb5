import type { IncomingHttpHeaders } from 'node:http'

import { languageOfAddress, type SiteLanguage, splitAddress } from '#app/lib/languages.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { createPace } from '#app/platform/admission/limits.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { type VisitorHints, visitorHints } from '#app/platform/events.ts'

import { analyticsSettings } from '../settings/analytics-settings.server.ts'

import { MAX_HIT_BYTES } from './collect-path.ts'
import { countryOf } from './country-of.server.ts'
import { createEventBuffer } from './event-buffer.server.ts'
import type { SiteServices } from './event-fields.ts'
import { eventsOfHit, type Hit, parseHit } from './read-hit.server.ts'
import { type Refusal, refusalOf } from './refusal-of.server.ts'
import { type Salts, visitorHash } from './salts.server.ts'

/** Per client address, whatever the user agent; more than the people of one office need. */
const HITS_A_MINUTE = 300
const REFRESH_SETTINGS_MS = 5000

export type HitRequest = {
  body: string
  visitor: VisitorHints
  isOwner: boolean
  host: string | undefined
}

/** 204 for a hit that was stored or left out, 400 for an invalid one, 503 if it could not be stored. */
export type HitStatus = 204 | 400 | 503

export type Collector = {
  take(request: HitRequest): Promise<HitStatus>
  flush(): Promise<void>
  readonly waiting: number
}

type Options = {
  salts: Salts
  /** @param language null for the main one */
  services: (language: string | null) => SiteServices
  hasPage(path: string): boolean
  /** Answers a hit only once it is stored, so that a killed process loses none. */
  storesFirst?: boolean
}

/** Accepts hits from the pages' script and stores them in batches, a quarter of a second later. */
export function createCollector(
  ctx: Ctx,
  { salts, services, hasPage, storesFirst = false }: Options,
): Collector {
  const buffer = createEventBuffer(ctx, storesFirst)
  const pace = createPace({ limit: HITS_A_MINUTE, windowMs: MINUTE, clock: ctx.clock })
  const readSettings = createSettingsReader(ctx)

  function findRefusal(hit: Hit, { visitor, isOwner }: HitRequest, honourPrivacy: boolean): Refusal | null {
    const refusal = refusalOf({ visitor, isOwner, isAutomated: hit.isAutomated }, { honourPrivacy })
    if (refusal) return refusal
    if (!hasPage(hit.path)) return 'unknown-page'
    if (buffer.isFull) return 'full'
    return ctx.limits && pace(visitor.clientAddress) > 0 ? 'too-many' : null
  }

  async function take(request: HitRequest): Promise<HitStatus> {
    const hit = parseHit(request.body)
    if (!hit) return 400
    const { honourPrivacy, timeZone, publicHost, languages } = await readSettings()
    const refusal = findRefusal(hit, request, honourPrivacy)
    if (refusal) {
      // Web vitals and clicks on "Get Started" belong to a view that was already counted.
      if (!hit.vitals && !hit.isGetStarted) buffer.refuse(refusal)
      return refusal === 'full' ? 503 : 204
    }
    const { visitor, host } = request
    const at = ctx.clock.now()
    const salt = await salts(ctx, dayOf(at, timeZone))
    const other = splitAddress(hit.path, languages)
    const events = eventsOfHit(hit, {
      at,
      visitorHash: visitorHash(salt, visitor.clientAddress, visitor.userAgent),
      country: await countryOf(hit.timeZone, visitor.language),
      userAgent: visitor.userAgent,
      ownHosts: [host, publicHost],
      services: services(other && other.language),
      language: languages.length < 2 ? null : (languageOfAddress(hit.path, languages) ?? null),
    })
    return events.length === 0 || (await buffer.add(events)) ? 204 : 503
  }

  return {
    take,
    flush: buffer.flush,
    get waiting() {
      return buffer.waiting
    },
  }
}

type Known = {
  honourPrivacy: boolean
  timeZone: string
  publicHost: string | undefined
  languages: readonly SiteLanguage[]
}

/** Caches the settings for some seconds, because reading them costs more than handling a hit. */
function createSettingsReader(ctx: Ctx) {
  let known: Known | null = null
  let readAt = 0
  return async () => {
    const now = performance.now()
    if (known && now - readAt < REFRESH_SETTINGS_MS) return known
    readAt = now
    const { timeZone, publicUrl, languages } = await ctx.site(ctx)
    const { honourPrivacy } = await analyticsSettings.read(ctx)
    known = { honourPrivacy, timeZone, publicHost: URL.parse(publicUrl)?.host, languages }
    return known
  }
}

type Sent = { body: string; headers: IncomingHttpHeaders; clientAddress: string }

/** Returns the collector as a handler for the server's small POST requests. */
export function createCollectPost(collector: Collector, isOwner: (cookie: string) => boolean) {
  return {
    maxBytes: MAX_HIT_BYTES,
    take({ body, headers, clientAddress }: Sent): Promise<number> {
      const header = (name: string) => {
        const value = headers[name]
        return typeof value === 'string' ? value : null
      }
      return collector.take({
        body,
        visitor: visitorHints(clientAddress, header),
        isOwner: headers.cookie !== undefined && isOwner(headers.cookie),
        host: headers.host,
      })
    },
  }
}
