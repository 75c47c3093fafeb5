import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { VisitorHints } from '#app/platform/events.ts'

import { newId } from '#app/platform/ids.server.ts'

import { findAnalyticsSettings } from '../settings/analytics-settings.server.ts'

import { blankEvent } from './blank-event.ts'
import { campaignOf } from './campaign.ts'
import { countryOf } from './country-of.server.ts'
import { deviceOf } from './device-of.ts'
import { type Salts, visitorHash } from './salts.server.ts'
import { findService, type ServiceNames } from './service-names.ts'
import { storeEvents } from './store-events.server.ts'

/**
 * Counts what is stored of business in that same transaction, never buffered: the figures agree with the inbox. It is
 * counted whoever it comes from; one who asks for privacy is counted without a trace of who it was.
 */
export function createEventRecorder(salts: Salts, services: ServiceNames): Ctx['recordEvent'] {
  return async (ctx, event) => {
    if (await isCounted(ctx, event.id)) return
    const at = event.at ?? ctx.clock.now()
    const service = findService(services, event.service)
    const stored = {
      id: event.id,
      ...blankEvent(event.kind, at),
      ...(event.visitor && (await traitsOf(ctx, salts, event.visitor, at))),
      path: event.page && withoutAddresses(event.page),
      landing: event.landing ? withoutAddresses(event.landing) : null,
      service,
      referrer: event.referrer?.toLowerCase().replace(/^www\./, '') ?? null,
      utm: campaignOf(event.campaign ?? []),
    }
    const isAboutService = event.kind === 'contact_form' && service !== null
    await storeEvents(ctx, [
      stored,
      ...(isAboutService ? [{ ...stored, id: newId(), kind: 'service_inquiry' as const }] : []),
    ])
  }
}

async function isCounted(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('event').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function traitsOf(ctx: Ctx, salts: Salts, hints: VisitorHints, at: number) {
  const { honourPrivacy } = await findAnalyticsSettings(ctx)
  if (honourPrivacy && hints.asksPrivacy) return null
  const { timeZone } = await ctx.site(ctx)
  return {
    visitor: visitorHash(await salts(ctx, dayOf(at, timeZone)), hints.clientAddress, hints.userAgent),
    country: await countryOf(null, hints.language),
    device: deviceOf(hints.userAgent),
  }
}
