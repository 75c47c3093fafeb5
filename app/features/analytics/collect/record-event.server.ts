import { randomUUID } from 'node:crypto'

import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { VisitorHints } from '#app/platform/events.ts'

import { analyticsSettings } from '../settings/analytics-settings.server.ts'

import { campaignOf } from './campaign.ts'
import { countryOf } from './country-of.server.ts'
import { findService, type ServiceNames } from './service-names.ts'

/**
 * Notes what is stored of business in that same transaction, to be counted by `foldOutbox`: the figures come to agree
 * with the inbox, and no inquiry waits for another. It is counted whoever it comes from. What is noted has no hash of
 * the visitor, a random id and the minute alone, so that nothing leads from a name to the pages that were read.
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
      utm: campaignOf(event.campaign ?? []),
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

async function countryOfVisitor(ctx: Ctx, hints: Pick<VisitorHints, 'language' | 'asksPrivacy'>) {
  const { honourPrivacy } = await analyticsSettings.read(ctx)
  return honourPrivacy && hints.asksPrivacy ? null : countryOf(null, hints.language)
}
