import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'
import { readAtMost, TooLargeAnswer } from '#app/platform/http/read-at-most.server.ts'
import { endLease, takeLease } from '#app/platform/lease.server.ts'

import { getClient, type OauthClient, type OauthProvider, oauthProviders } from './oauth-clients.server.ts'

/** A token that is about to expire is renewed before it is used. */
const EARLY = MINUTE
const PATIENCE = 10 * SECOND
const MOST_BYTES = 2 * 1024 * 1024
/** Longer than a renewal can take, so that the lease of a process that died is soon free. */
const LEASE = PATIENCE + 5 * SECOND
const LOOK_AGAIN = SECOND / 10

/** Sealed as JSON. `account` is the e-mail address that the person signed in with. */
export const oauthTokens = z.object({
  account: z.string(),
  refreshToken: z.string(),
  accessToken: z.string(),
  expiresAt: z.number(),
})
export type OauthTokens = z.infer<typeof oauthTokens>

export type TokenCtx = Pick<Ctx, 'db' | 'vault' | 'clock' | 'outbound'>

const granted = z.object({
  access_token: z.string(),
  expires_in: z.coerce.number(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
})
const refusal = z.object({ error: z.string() })

type Asking = { client: OauthClient; fields: Record<string, string>; again: string; signal?: AbortSignal }

/** @param asking `again` is the sentence that says what to do if the access was withdrawn. @throws {AppError} invalid; expired if it was withdrawn */
export async function askForTokens(
  ctx: TokenCtx,
  provider: OauthProvider,
  { client, fields, again, signal }: Asking,
) {
  const { status, body } = await ask(ctx, {
    method: 'POST',
    url: client.addresses.token,
    form: new URLSearchParams(fields),
    signal,
  })
  const tokens = granted.safeParse(body)
  const { label } = oauthProviders[provider]
  if (status === 200 && tokens.success)
    return {
      accessToken: tokens.data.access_token,
      refreshToken: tokens.data.refresh_token ?? null,
      expiresAt: ctx.clock.now() + tokens.data.expires_in * SECOND,
      idToken: tokens.data.id_token ?? null,
    }
  const reason = refusal.safeParse(body).data?.error
  if (reason === 'invalid_grant') throw new AppError('expired', `${label} has withdrawn the access. ${again}`)
  if (reason === 'invalid_client' || reason === 'unauthorized_client')
    throw new AppError(
      'invalid',
      `${label} refused the client’s id or secret. An owner can correct them under Connections.`,
    )
  throw new AppError('invalid', `${label} answered with an error (${status}).`)
}

/** Where tokens are stored. `store` must change nothing if the stored ones are no longer `former`. */
export type TokenPlace = {
  provider: OauthProvider
  /** What they are sealed for. */
  row: string
  again: string
  read(): Promise<string | null>
  store(sealed: string, former: string): Promise<void>
}

/**
 * Returns tokens that are valid for another minute. They are renewed by one process at a time, because a provider may
 * replace the refresh token at each use.
 * @param refused an access token that is no longer accepted. @throws {AppError}
 */
export async function currentTokens(
  ctx: TokenCtx,
  place: TokenPlace,
  { refused = '', signal }: { refused?: string; signal?: AbortSignal } = {},
): Promise<OauthTokens> {
  const late = AbortSignal.timeout(2 * LEASE)
  const either = signal ? AbortSignal.any([late, signal]) : late
  while (!either.aborted) {
    const sealed = await place.read()
    if (sealed === null) throw new AppError('conflict', 'This connection has been removed.')
    const tokens = oauthTokens.parse(JSON.parse(ctx.vault.open(place.row, sealed)))
    if (tokens.accessToken !== refused && tokens.expiresAt - EARLY > ctx.clock.now()) return tokens
    const name = `renew ${place.row}`
    if (await takeLease(ctx, name, ctx.clock.now() + LEASE)) {
      try {
        // They may have been renewed before the lease was taken.
        if ((await place.read()) === sealed)
          return await renew(ctx, place, { sealed, tokens, signal: either })
      } finally {
        await endLease(ctx, name)
      }
    } else await sleep(LOOK_AGAIN, undefined, { signal: either }).catch(() => {})
  }
  throw new AppError('invalid', `${oauthProviders[place.provider].label} did not answer in time.`)
}

type Renewing = { sealed: string; tokens: OauthTokens; signal: AbortSignal }

async function renew(ctx: TokenCtx, place: TokenPlace, { sealed, tokens, signal }: Renewing) {
  const { client, secret } = await getClient(ctx, place.provider)
  const fields = {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: secret,
    refresh_token: tokens.refreshToken,
  }
  const { idToken: _, ...renewed } = await askForTokens(ctx, place.provider, {
    client,
    fields,
    again: place.again,
    signal,
  })
  const next = { ...tokens, ...renewed, refreshToken: renewed.refreshToken ?? tokens.refreshToken }
  await place.store(ctx.vault.seal(place.row, JSON.stringify(next)), sealed)
  return next
}

type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  accessToken?: string
  json?: object
  form?: URLSearchParams
  signal?: AbortSignal | undefined
}

/** @throws {AppError} invalid */
export async function ask(
  ctx: Pick<Ctx, 'outbound'>,
  { method, url, accessToken, json, form, signal }: Request,
) {
  const late = AbortSignal.timeout(PATIENCE)
  const body = json ? JSON.stringify(json) : form?.toString()
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const response = await createGuardedRequest(ctx.outbound)(url, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([late, signal]) : late,
      headers: {
        accept: 'application/json',
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, body: parseJson((await readAtMost(response, MOST_BYTES)).toString()) }
  } catch (error) {
    if (error instanceof TooLargeAnswer)
      throw new AppError('invalid', 'The answer is too large to read.', { cause: error })
    const isLate = late.aborted || signal?.aborted
    const said = isLate ? 'did not answer in time' : 'could not be reached'
    throw new AppError('invalid', `${new URL(url).hostname} ${said}.`, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
