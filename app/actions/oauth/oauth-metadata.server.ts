import { getOAuthProtectedResourceMetadataUrl, oauthMetadataResponse } from '@modelcontextprotocol/server'

import { ownBase } from '#app/features/auth/oauth/own-addresses.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'

import { allActions } from '../all-actions.server.ts'

/** Returns the scopes that an app can be granted: the permissions that any action requires. */
export function offeredScopes(): Permission[] {
  const taken = allActions.flatMap(({ permission }) => (permission === null ? [] : [permission]))
  return [...new Set(taken)].toSorted()
}

/** Returns the URL that a 401 from /mcp names, so that an app finds where to sign in. */
export async function resourceMetadataUrl(ctx: Ctx, request: Request): Promise<string> {
  const { publicUrl } = await ctx.site(ctx)
  return getOAuthProtectedResourceMetadataUrl(new URL(`${ownBase(publicUrl, request)}/mcp`))
}

/** Answers with the documents of RFC 9728 and RFC 8414, which tell apps how to sign in. */
export async function answerMetadata(ctx: Ctx, request: Request): Promise<Response> {
  const { publicUrl, siteName } = await ctx.site(ctx)
  const base = ownBase(publicUrl, request)
  const scopes = offeredScopes()
  const { pathname } = new URL(request.url)
  // The server has a single protected resource, so its document is served at both paths.
  const path = pathname === '/.well-known/oauth-protected-resource' ? `${pathname}/mcp` : pathname
  const { method, headers } = request
  const found = oauthMetadataResponse(new Request(new URL(path, base), { method, headers }), {
    resourceServerUrl: new URL(`${base}/mcp`),
    resourceName: siteName,
    scopesSupported: scopes,
    serviceDocumentationUrl: new URL(`${base}/api/v1`),
    // An installation in a local network may have no certificate.
    dangerouslyAllowInsecureIssuerUrl: !ctx.isHttps,
    oauthMetadata: {
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${base}/api/v1`,
    },
  })
  return found ?? new Response('There is no such document.', { status: 404 })
}
