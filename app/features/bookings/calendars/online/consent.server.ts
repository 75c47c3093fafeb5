import type { Ctx } from '#app/platform/context.server.ts'
import { isOauthProvider, type OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import {
  consentAddress,
  finishOauth,
  purposeOf,
  readReturned,
  type Returned,
} from '#app/platform/oauth/oauth-consent.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { storeFeed } from '../change-feeds.server.ts'

/** Returns the provider's page that asks the member for consent. @throws {AppError} conflict */
export async function beginConsent(ctx: Ctx, provider: OauthProvider): Promise<string> {
  return consentAddress(ctx, requireActor(ctx, 'bookings.write'), { provider, purpose: 'calendar' })
}

/** Returns where a link of Bookings, or a provider's answer, leads; null for an ordinary visit. @throws {AppError} */
export async function followConsent(ctx: Ctx, asked: URLSearchParams): Promise<string | null> {
  const provider = asked.get('connect')
  if (isOauthProvider(provider)) return beginConsent(ctx, provider)
  const returned = readReturned(asked)
  if (!returned) return null
  const purpose = purposeOf(ctx, returned)
  if (purpose === 'outgoing' || purpose === 'incoming') return `/admin/connections?${asked}`
  await finishConsent(ctx, returned)
  return '/admin/bookings'
}

/** Connects the member's own calendar. @throws {AppError} for a refusal, or an answer to somebody else's request */
export async function finishConsent(ctx: Ctx, returned: Returned): Promise<void> {
  const actor = requireActor(ctx, 'bookings.write')
  const { provider, tokens } = await finishOauth(ctx, actor, { returned, purpose: 'calendar' })
  await storeFeed(ctx, {
    kind: provider,
    writes: true,
    host: tokens.account,
    secret: JSON.stringify(tokens),
    member: actor.memberId,
  })
}
