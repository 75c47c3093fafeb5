import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'
import type { OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import {
  consentAddress,
  finishOauth,
  purposeOf,
  type Returned,
} from '#app/platform/oauth/oauth-consent.server.ts'

import {
  type ConnectionFields,
  parseRest,
  prove,
  requireOwnSession,
  storeConnection,
} from './change-connections.server.ts'
import { type ConnectionKind, placeOf } from './presets.ts'

/**
 * Returns the provider's page where the owner allows sending or reading mail. The tokens are only ever used with the
 * provider's own servers.
 * @throws {FieldErrors} sender, folder, ownPassword, code. @throws {AppError} conflict without a registered client
 */
export async function beginMailConsent(
  ctx: Ctx,
  { kind, provider }: { kind: ConnectionKind; provider: OauthProvider },
  fields: ConnectionFields,
): Promise<string> {
  const actor = requireOwnSession(ctx)
  const { sender, folder, faults } = parseRest(fields)
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  const host = (fields.host || '').trim()
  // A stand-in for the provider's server, in tests.
  const isHere = ctx.outbound.loopback && isLoopbackAddress(host)
  const typed = { sender, folder, ...(isHere && { host, port: String(fields.port) }) }
  let address = ''
  await prove(ctx, fields, async (ctx) => {
    address = await consentAddress(ctx, actor, { provider, purpose: kind, typed })
  })
  return address
}

/** Stores what the provider granted. @throws {AppError} for a refusal, or an answer to somebody else's request */
export async function finishMailConsent(ctx: Ctx, returned: Returned): Promise<void> {
  const actor = requireOwnSession(ctx)
  const kind = purposeOf(ctx, returned)
  if (kind !== 'outgoing' && kind !== 'incoming')
    throw new AppError('expired', 'This took too long. Please sign in again.')
  const { provider, tokens, typed } = await finishOauth(ctx, actor, { returned, purpose: kind })
  const place = placeOf(kind, provider)
  const host = typed['host'] || String(place?.host)
  const port = Number(typed['port'] || place?.port)
  await withTransaction(ctx, (ctx) =>
    storeConnection(ctx, kind, {
      service: provider,
      host,
      port,
      user: tokens.account,
      password: '',
      sender: String(typed['sender']),
      folder: String(typed['folder']),
      oauth: provider,
      tokens: JSON.stringify(tokens),
      memberId: actor.memberId,
    }),
  )
}
