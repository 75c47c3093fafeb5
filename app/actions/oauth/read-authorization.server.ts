import { findClient, type OauthClient } from '#app/features/auth/oauth/clients.server.ts'
import { ownBase, ownResource } from '#app/features/auth/oauth/own-addresses.ts'
import { hostOf, isRegistered, withAnswer } from '#app/features/auth/oauth/redirect-uri.ts'
import { permissionsIn } from '#app/features/auth/oauth/scopes.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { may, type Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { offeredScopes } from './oauth-metadata.server.ts'

const MOST_LETTERS_OF_STATE = 2000
const CHALLENGE = /^[\w-]{43}$/

export type Authorization = {
  client: OauthClient
  redirectUri: string
  challenge: string
  resource: string
  /** Scopes that the app requests and the member's role allows. */
  scopes: readonly Permission[]
  /** Whether the app named its scopes. */
  isNamed: boolean
  /** Returns the URL that takes the member back to the app with a response. */
  answerWith(answer: Readonly<Record<string, string>>): string
}

/** Never redirects automatically, because anyone can register an app with a redirect address of their choice. */
export type Refused = { fault: string; back: { href: string; host: string } | null }

type Checked = { authorization: Authorization } | { refused: Refused }

/** Validates an authorization request (RFC 6749, section 4.1.1, with the changes of OAuth 2.1). */
export async function readAuthorization(ctx: Ctx, request: Request): Promise<Checked> {
  const { role } = requireActor(ctx, 'account.write')
  const { searchParams: query } = new URL(request.url)
  if (new Set(query.keys()).size < query.size) return refuse('The app has sent a parameter twice.')
  const client = await findClient(ctx, query.get('client_id') ?? 'none')
  if (!client)
    return refuse(
      'This app is not registered here, or no longer. Please remove this site in the app and add it again.',
    )
  const redirectUri = query.get('redirect_uri')
  if (redirectUri === null || !isRegistered(redirectUri, client.redirectUris))
    return refuse('The app wants to send you to an address that it has not registered.')
  const { publicUrl } = await ctx.site(ctx)
  const state = query.get('state')
  const constant = { ...(state !== null && { state }), iss: ownBase(publicUrl, request) }
  const answerWith = (answer: Readonly<Record<string, string>>) =>
    withAnswer(redirectUri, { ...answer, ...constant })
  const refuseWith = (error: string, fault: string) =>
    refuse(fault, { href: answerWith({ error }), host: hostOf(redirectUri) })
  if (state !== null && state.length > MOST_LETTERS_OF_STATE) return refuse('The app’s request is too long.')
  if (query.get('response_type') !== 'code')
    return refuseWith('unsupported_response_type', 'This server does not support this kind of request.')
  const challenge = query.get('code_challenge')
  if (challenge === null || !CHALLENGE.test(challenge) || query.get('code_challenge_method') !== 'S256')
    return refuseWith('invalid_request', 'The app does not protect its sign-in with PKCE (S256).')
  const resource = ownResource(publicUrl, query.get('resource'))
  if (resource === null) return refuseWith('invalid_target', 'The app asks for access to another server.')
  const asked = query.get('scope')
  const offered = offeredScopes()
  const known = asked === null ? offered : permissionsIn(asked).filter((scope) => offered.includes(scope))
  if (known.length === 0)
    return refuseWith('invalid_scope', 'The app requests no permission that this site offers.')
  const scopes = known.filter((scope) => may(role, scope))
  if (scopes.length === 0)
    return refuseWith('access_denied', 'Your role does not allow anything the app asks for.')
  return {
    authorization: { client, redirectUri, challenge, resource, scopes, isNamed: asked !== null, answerWith },
  }
}

function refuse(fault: string, back: Refused['back'] = null): { refused: Refused } {
  return { refused: { fault, back } }
}
