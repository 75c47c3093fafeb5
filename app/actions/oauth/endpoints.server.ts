import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'

import { revokeAppToken } from '#app/features/auth/oauth/app-actor.server.ts'
import { type Access, exchangeCode, refreshAccess } from '#app/features/auth/oauth/app-tokens.server.ts'
import { findClient, registerClient } from '#app/features/auth/oauth/clients.server.ts'
import { ownResource } from '#app/features/auth/oauth/own-addresses.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readForm, readJson } from '#app/platform/http/request-body.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'

import { offeredScopes } from './oauth-metadata.server.ts'

const MAX_BYTES = 16 * 1024

/** Registers an app (RFC 7591). Every app is a public client; other metadata is ignored. */
export async function answerRegistration(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  const sent = await readJson(request, { maxBytes: MAX_BYTES })
  const client = await registerClient(ctx, { sent, clientAddress: visit.clientAddress })
  const registered = {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: offeredScopes().join(' '),
  }
  return Response.json(registered, { status: 201 })
}

export async function answerTokenRequest(ctx: Ctx, request: Request): Promise<Response> {
  const sent = await readOnce(request)
  const grantType = required(sent, 'grant_type')
  const clientId = await knownClient(ctx, sent)
  const resource = await resourceIn(ctx, sent)
  if (grantType === 'authorization_code')
    return tokens(
      await exchangeCode(ctx, {
        clientId,
        resource,
        code: required(sent, 'code'),
        redirectUri: required(sent, 'redirect_uri'),
        verifier: required(sent, 'code_verifier'),
      }),
    )
  if (grantType === 'refresh_token')
    return tokens(
      await refreshAccess(ctx, {
        clientId,
        resource,
        refreshToken: required(sent, 'refresh_token'),
        scopes: scopesIn(sent),
      }),
    )
  throw new OAuthError(
    OAuthErrorCode.UnsupportedGrantType,
    'This server supports authorization_code and refresh_token.',
  )
}

export async function answerRevocation(ctx: Ctx, request: Request): Promise<Response> {
  const sent = await readOnce(request)
  const token = required(sent, 'token')
  await revokeAppToken(ctx, { clientId: await knownClient(ctx, sent), token })
  return new Response(null, { status: 200 })
}

function tokens({ accessToken, refreshToken, scope, seconds }: Access): Response {
  return Response.json(
    {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: seconds,
      refresh_token: refreshToken,
      scope,
    },
    { headers: { pragma: 'no-cache' } },
  )
}

type Sent = ReadonlyMap<string, string>

/** Parses RFC 6749, section 3.2: no parameter repeats, and an empty one counts as absent. @throws {OAuthError} */
async function readOnce(request: Request): Promise<Sent> {
  const form = await readForm(request, { maxBytes: MAX_BYTES })
  const sent = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || sent.has(name))
      throw new OAuthError(OAuthErrorCode.InvalidRequest, 'Please send each parameter once, as text.')
    if (value !== '') sent.set(name, value)
  }
  return sent
}

function required(sent: Sent, name: string): string {
  const value = sent.get(name)
  if (value === undefined)
    throw new OAuthError(OAuthErrorCode.InvalidRequest, `The parameter ${name} is missing.`)
  return value
}

async function knownClient(ctx: Ctx, sent: Sent): Promise<string> {
  const client = await findClient(ctx, required(sent, 'client_id'))
  if (!client)
    throw new OAuthError(
      OAuthErrorCode.InvalidClient,
      'This client is not registered here. Please register it.',
    )
  return client.id
}

async function resourceIn(ctx: Ctx, sent: Sent): Promise<string | null> {
  const asked = sent.get('resource')
  if (asked === undefined) return null
  const resource = ownResource((await ctx.site(ctx)).publicUrl, asked)
  if (resource === null)
    throw new OAuthError(OAuthErrorCode.InvalidTarget, 'This server does not issue tokens for that resource.')
  return resource
}

function scopesIn(sent: Sent): string[] {
  const scope = sent.get('scope')
  return scope === undefined ? [] : scope.split(' ').filter(Boolean)
}
