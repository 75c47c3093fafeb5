import { z } from 'zod'

import { MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'
import {
  findOauthClient,
  type OauthClient,
  type OauthProvider,
  oauthProviders,
} from '#app/platform/oauth-clients.server.ts'

import { calendarRow, type OnlineSecret, onlineSecret } from '../sealed-calendars.ts'

/** A token that is about to expire is renewed before it is used. */
const EARLY = MINUTE
const PATIENCE = 10 * SECOND
const MOST_BYTES = 2 * 1024 * 1024

export async function getClient(
  ctx: Ctx,
  provider: OauthProvider,
): Promise<{ client: OauthClient; secret: string }> {
  const client = await findOauthClient(ctx, provider)
  if (!client || client.secret === null)
    throw new AppError(
      'conflict',
      `An owner has to connect ${oauthProviders[provider].label} under Connections.`,
    )
  return { client, secret: client.secret }
}

const granted = z.object({
  access_token: z.string(),
  expires_in: z.coerce.number(),
  refresh_token: z.string().optional(),
})
const refused = z.object({ error: z.string() })

export async function askForTokens(
  ctx: Ctx,
  provider: OauthProvider,
  { addresses }: OauthClient,
  fields: Record<string, string>,
  signal?: AbortSignal,
) {
  const { status, body } = await ask(ctx, {
    method: 'POST',
    url: addresses.token,
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
    }
  const reason = refused.safeParse(body).data?.error
  if (reason === 'invalid_grant')
    throw new AppError('invalid', `${label} has withdrawn the access. Please connect the calendar again.`)
  if (reason === 'invalid_client' || reason === 'unauthorized_client')
    throw new AppError(
      'invalid',
      `${label} refused the client’s id or secret. An owner can correct them under Connections.`,
    )
  throw new AppError('invalid', `${label} answered with an error (${status}).`)
}

export type OnlineFeed = { id: string; kind: OauthProvider; sealed: string }

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  json?: (account: string) => object
  signal: AbortSignal
}

/** Calls the calendar's API, and renews the token if it has expired. @throws {AppError} invalid */
export async function callCalendar(ctx: Ctx, feed: OnlineFeed, { path, json, ...call }: Call) {
  const { client, secret } = await getClient(ctx, feed.kind)
  const stored = onlineSecret.parse(JSON.parse(ctx.vault.open(calendarRow(feed.id), feed.sealed)))
  const renew = () => renewToken(ctx, feed, { client, secret, stored, signal: call.signal })
  const asking = {
    ...call,
    url: `${client.addresses.api}${path}`,
    ...(json && { json: json(stored.account) }),
  }
  let accessToken = stored.expiresAt - EARLY > ctx.clock.now() ? stored.accessToken : await renew()
  let answer = await ask(ctx, { ...asking, accessToken })
  if (answer.status === 401) {
    accessToken = await renew()
    answer = await ask(ctx, { ...asking, accessToken })
  }
  if (answer.status === 401 || answer.status === 429 || answer.status >= 500)
    throw new AppError(
      'invalid',
      `${oauthProviders[feed.kind].label} answered with an error (${answer.status}).`,
    )
  return answer
}

/** The token may have been renewed since the feed was read. */
export async function currentSeal(ctx: Ctx, id: string, former: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('calendar_feed')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? row.sealed : former
}

type Renewing = { client: OauthClient; secret: string; stored: OnlineSecret; signal: AbortSignal }

async function renewToken(
  ctx: Ctx,
  feed: OnlineFeed,
  { client, secret, stored, signal }: Renewing,
): Promise<string> {
  const fields = {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: secret,
    refresh_token: stored.refreshToken,
  }
  const tokens = await askForTokens(ctx, feed.kind, client, fields, signal)
  const next = { ...stored, ...tokens, refreshToken: tokens.refreshToken ?? stored.refreshToken }
  const sealed = ctx.vault.seal(calendarRow(feed.id), JSON.stringify(next))
  await ctx.db.updateTable('calendar_feed').set({ sealed }).where('id', '=', feed.id).execute()
  return tokens.accessToken
}

type Asking = {
  method: Call['method']
  url: string
  accessToken?: string
  json?: object
  form?: URLSearchParams
  signal?: AbortSignal | undefined
}

export async function ask(
  ctx: Pick<Ctx, 'outbound'>,
  { method, url, accessToken, json, form, signal }: Asking,
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
    const text = await response.text()
    if (text.length > MOST_BYTES) throw new AppError('invalid', 'The calendar’s answer is too large to read.')
    return { status: response.status, body: text === '' ? null : parseJson(text) }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLate = late.aborted || signal?.aborted
    throw new AppError(
      'invalid',
      isLate ? 'The calendar did not answer in time.' : 'The calendar could not be reached.',
      {
        cause: error,
      },
    )
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
