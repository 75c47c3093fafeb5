import { createHash, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { openSealed } from '#app/platform/crypto/sealed-rows.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { takeLease } from '#app/platform/lease.server.ts'

import { getClient, type OauthProvider, type OauthPurpose, oauthProviders } from './oauth-clients.server.ts'
import { askForTokens, type OauthTokens } from './oauth-tokens.server.ts'

const STATE_ROW = 'oauth-consent'
const STATE_LASTS = 10 * MINUTE

const stateSchema = z.object({
  provider: z.enum(['google', 'microsoft']),
  purpose: z.enum(['calendar', 'outgoing', 'incoming']),
  /** What was typed before, to be stored with the access. */
  typed: z.record(z.string(), z.string()),
  sessionId: z.string(),
  verifier: z.string(),
  until: z.number(),
})

export type ConsentFor = { provider: OauthProvider; purpose: OauthPurpose; typed?: Record<string, string> }

/** Returns the provider's page that asks for consent (RFC 6749, RFC 7636). @throws {AppError} conflict */
export async function consentAddress(
  ctx: Ctx,
  { sessionId }: Pick<Actor, 'sessionId'>,
  { provider, purpose, typed = {} }: ConsentFor,
): Promise<string> {
  const { client } = await getClient(ctx, provider)
  const verifier = randomBytes(32).toString('base64url')
  const until = ctx.clock.now() + STATE_LASTS
  const state = { provider, purpose, typed, sessionId, verifier, until }
  const url = new URL(client.addresses.authorize)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: await redirectAddress(ctx),
    scope: oauthProviders[provider].scopes[purpose].join(' '),
    state: ctx.vault.seal(STATE_ROW, JSON.stringify(state)),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: provider === 'google' ? 'consent' : 'select_account',
    ...(provider === 'google' && { access_type: 'offline' }),
  }).toString()
  return url.href
}

/** Providers send everybody back to this one address, so that owners register only one. */
export async function redirectAddress(ctx: Ctx): Promise<string> {
  return `${(await ctx.site(ctx)).publicUrl}/admin/bookings`
}

export type Returned = { code: string | null; state: string | null; error: string | null }

/** Returns null for a visit that is no answer of a provider. */
export function readReturned(asked: URLSearchParams): Returned | null {
  const [code, state, error] = [asked.get('code'), asked.get('state'), asked.get('error')]
  return state === null ? null : { code, state, error }
}

/** Returns what the consent is for, whoever asked for it, or null for a state that is not ours. */
export function purposeOf(ctx: Ctx, returned: Returned): OauthPurpose | null {
  return readState(ctx, returned.state)?.purpose ?? null
}

/**
 * Exchanges a provider's answer for tokens, once, in the session that asked.
 * @throws {AppError} for a refusal, or an answer to somebody else's request
 */
export async function finishOauth(
  ctx: Ctx,
  { sessionId }: Pick<Actor, 'sessionId'>,
  { returned: { code, state, error }, purpose }: { returned: Returned; purpose: OauthPurpose },
): Promise<{ provider: OauthProvider; tokens: OauthTokens; typed: Record<string, string> }> {
  const asked = readState(ctx, state)
  const isOurs = asked?.sessionId === sessionId && asked.purpose === purpose && asked.until >= ctx.clock.now()
  if (!asked || !isOurs) throw new AppError('expired', 'This took too long. Please sign in again.')
  const used = createHash('sha256').update(asked.verifier).digest('hex')
  if (!(await takeLease(ctx, `consent ${used}`, asked.until + MINUTE)))
    throw new AppError('expired', 'This answer has already been used. Please sign in again.')
  const { provider } = asked
  const { label } = oauthProviders[provider]
  if (error !== null || code === null)
    throw new AppError('invalid', `${label} did not allow it, so nothing is connected.`)
  const { client, secret } = await getClient(ctx, provider)
  const { idToken, ...tokens } = await askForTokens(ctx, provider, {
    client,
    again: 'Please sign in again.',
    fields: {
      grant_type: 'authorization_code',
      client_id: client.id,
      client_secret: secret,
      code,
      redirect_uri: await redirectAddress(ctx),
      code_verifier: asked.verifier,
    },
  })
  const account = accountOf(idToken, client.id)
  if (tokens.refreshToken === null || account === null)
    throw new AppError('invalid', `${label} gave no lasting access. Please sign in again.`)
  return { provider, typed: asked.typed, tokens: { ...tokens, refreshToken: tokens.refreshToken, account } }
}

function readState({ vault }: Ctx, state: string | null) {
  const opened = openSealed(vault, STATE_ROW, String(state))
  return opened === null ? null : (stateSchema.safeParse(JSON.parse(opened)).data ?? null)
}

const claims = z.object({
  aud: z.string(),
  email: z.string().optional(),
  preferred_username: z.string().optional(),
})

/** Its signature needs no check, because it came from the provider itself (OpenID Connect Core 1.0, 3.1.3.7). */
function accountOf(idToken: string | null, clientId: string): string | null {
  try {
    const body = Buffer.from(String(idToken?.split('.')[1]), 'base64url').toString('utf8')
    const { aud, email, preferred_username } = claims.parse(JSON.parse(body))
    return aud === clientId ? (email ?? preferred_username ?? null) : null
  } catch {
    return null
  }
}
