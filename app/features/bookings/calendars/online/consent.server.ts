import { createHash, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { AppError } from '#app/platform/errors.ts'
import {
  isOauthProvider,
  type OauthClient,
  type OauthProvider,
  oauthProviders,
} from '#app/platform/oauth-clients.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { storeFeed } from '../change-feeds.server.ts'
import type { OnlineSecret } from '../sealed-calendars.ts'
import { ask, askForTokens, getClient } from './access.server.ts'

const STATE_ROW = 'calendar-consent'
const STATE_LASTS = 10 * MINUTE

const stateSchema = z.object({
  provider: z.enum(['google', 'microsoft']),
  sessionId: z.string(),
  verifier: z.string(),
  until: z.number(),
})

/** Returns the provider's page that asks the member for consent (RFC 6749, RFC 7636). @throws {AppError} conflict */
export async function beginConsent(ctx: Ctx, provider: OauthProvider): Promise<string> {
  const { sessionId } = requireActor(ctx, 'bookings.write')
  const { client } = await getClient(ctx, provider)
  const verifier = randomBytes(32).toString('base64url')
  const until = ctx.clock.now() + STATE_LASTS
  const url = new URL(client.addresses.authorize)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: await redirectUri(ctx),
    scope: oauthProviders[provider].scopes.join(' '),
    state: ctx.vault.seal(STATE_ROW, JSON.stringify({ provider, sessionId, verifier, until })),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: provider === 'google' ? 'consent' : 'select_account',
    ...(provider === 'google' && { access_type: 'offline' }),
  }).toString()
  return url.href
}

export async function redirectUri(ctx: Ctx): Promise<string> {
  return `${(await ctx.site(ctx)).publicUrl}/admin/bookings`
}

/** Returns where a link of Bookings, or a provider's answer, leads; null for an ordinary visit. @throws {AppError} */
export async function followConsent(ctx: Ctx, asked: URLSearchParams): Promise<string | null> {
  const provider = asked.get('connect')
  if (isOauthProvider(provider)) return beginConsent(ctx, provider)
  const [code, state, error] = [asked.get('code'), asked.get('state'), asked.get('error')]
  if (state === null) return null
  await finishConsent(ctx, { code, state, error })
  return '/admin/bookings'
}

type Returned = { code: string | null; state: string | null; error: string | null }

/** Connects the member's own calendar. @throws {AppError} for a refusal, or an answer to somebody else's request */
export async function finishConsent(ctx: Ctx, { code, state, error }: Returned): Promise<void> {
  const { sessionId, memberId } = requireActor(ctx, 'bookings.write')
  const asked = readState(ctx, state)
  if (!asked || asked.sessionId !== sessionId || asked.until < ctx.clock.now())
    throw new AppError('expired', 'This took too long. Please connect the calendar again.')
  const { provider } = asked
  const { label } = oauthProviders[provider]
  if (error !== null || code === null)
    throw new AppError('invalid', `${label} did not allow it, so the calendar is not connected.`)
  const { client, secret } = await getClient(ctx, provider)
  const tokens = await askForTokens(ctx, provider, client, {
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: secret,
    code,
    redirect_uri: await redirectUri(ctx),
    code_verifier: asked.verifier,
  })
  if (tokens.refreshToken === null)
    throw new AppError('invalid', `${label} gave no lasting access. Please connect the calendar again.`)
  const account = await findAccount(ctx, provider, client, tokens.accessToken)
  const stored: OnlineSecret = { ...tokens, refreshToken: tokens.refreshToken, account }
  await storeFeed(ctx, {
    kind: provider,
    writes: true,
    host: account,
    secret: JSON.stringify(stored),
    member: memberId,
  })
}

function readState({ vault }: Ctx, state: string | null) {
  try {
    return stateSchema.parse(JSON.parse(vault.open(STATE_ROW, String(state))))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

const microsoftAccount = z.object({ mail: z.string().nullish(), userPrincipalName: z.string() })

/** Returns the address of the account, which names the calendar in the admin. */
async function findAccount(
  ctx: Ctx,
  provider: OauthProvider,
  { addresses }: OauthClient,
  accessToken: string,
): Promise<string> {
  const path = provider === 'google' ? '/calendars/primary/events?maxResults=1' : '/me'
  const { status, body } = await ask(ctx, { method: 'GET', url: `${addresses.api}${path}`, accessToken })
  if (status !== 200)
    throw new AppError('invalid', `${oauthProviders[provider].label} answered with an error (${status}).`)
  if (provider === 'google') return z.object({ summary: z.string() }).parse(body).summary
  const { mail, userPrincipalName } = microsoftAccount.parse(body)
  return mail || userPrincipalName
}
