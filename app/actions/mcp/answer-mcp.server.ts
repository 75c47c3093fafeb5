import { isIP } from 'node:net'

import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  OAuthError,
  OAuthErrorCode,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'

import { version } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'
import type { Permission } from '#app/platform/permissions.ts'

import { findCaller, paceHeaders } from '../caller.server.ts'
import { apiSettings } from '../rest/api-settings.server.ts'
import { offeredScopes, resourceMetadataUrl } from '../oauth/oauth-metadata.server.ts'
import { corsHeaders } from '../rest/cors.server.ts'
import { faultResponse, Problem, problemResponse } from '../rest/problem.ts'

import { callTool, findMissingScope, listTools } from './tools.server.ts'

const MAX_BYTES = 64 * 1024

/** Answers a request of the Model Context Protocol. Keeps no state between requests, so any instance can answer. */
export async function answerMcp(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  const response = await answerSafely(ctx, request, visit)
  response.headers.set('vary', 'Authorization, Origin')
  response.headers.set('cache-control', 'no-store')
  for (const [name, value] of await corsHeaders(ctx, request, request.method === 'OPTIONS'))
    response.headers.set(name, value)
  return response
}

async function answerSafely(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  try {
    return await answer(ctx, request, visit)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated')
      return askToSignIn(ctx, request, error.message)
    const problem = problemResponse(error)
    if (problem) return problem
    ctx.log.error({ error, requestId: visit.requestId }, 'request.failed')
    return faultResponse(visit.requestId)
  }
}

async function answer(strangers: Ctx, request: Request, visit: Visit): Promise<Response> {
  await requireOwnName(strangers, request)
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow: 'POST, OPTIONS' } })
  if (request.method !== 'POST')
    throw new Problem(405, 'This server keeps no sessions and opens no streams of its own.', {
      allow: 'POST, OPTIONS',
    })
  const { ctx, pace } = await findCaller(strangers, request, visit.clientAddress)
  const parsedBody = await readJson(request, { maxBytes: MAX_BYTES })
  // The protocol has had no batches since June 2025. A batch would also get past the limit of requests.
  if (Array.isArray(parsedBody)) throw new Problem(400, 'Please send one message in each request.')
  requireNoStream(parsedBody)
  const missing = findMissingScope(ctx, parsedBody)
  if (missing !== null) return ctx.actor ? askForMore(ctx, request, missing) : askToSignIn(ctx, request)
  const handler = createMcpHandler(() => createServer(ctx, visit))
  const made = await handler.fetch(request, { parsedBody })
  const response = new Response(made.body, made)
  for (const [name, value] of Object.entries(paceHeaders(pace))) response.headers.set(name, value)
  return response
}

/** Answers as RFC 6750 requires, and names the metadata document (RFC 9728). */
async function askToSignIn(
  ctx: Ctx,
  request: Request,
  sentence = 'Please sign in: this tool is for members.',
): Promise<Response> {
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, sentence), {
    requiredScopes: offeredScopes(),
    resourceMetadataUrl: await resourceMetadataUrl(ctx, request),
  })
}

/** Includes the scopes already granted, because an app has to request all its scopes again. */
async function askForMore(ctx: Ctx, request: Request, missing: Permission): Promise<Response> {
  const granted = ctx.actor?.scopes ?? [missing]
  const sentence = `The member did not allow this app ${missing}.`
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InsufficientScope, sentence), {
    requiredScopes: [...new Set([...granted, missing])],
    resourceMetadataUrl: await resourceMetadataUrl(ctx, request),
  })
}

/** Rejects DNS rebinding: another site could reach this server under its own host name. @throws {Problem} 403 */
async function requireOwnName(ctx: Ctx, request: Request): Promise<void> {
  const { publicUrl } = await ctx.site(ctx)
  const own = new URL(publicUrl)
  const host = request.headers.get('host')
  const name = host === null ? null : URL.parse(`http://${host}`)?.hostname
  // An IP address cannot be rebound.
  const isOwn = name === null || name === own.hostname || name === 'localhost' || isAddress(name)
  if (!isOwn) throw new Problem(403, 'This server does not answer to that host name.')
  const origin = request.headers.get('origin')
  if (origin === null || origin === own.origin) return
  if (!(await apiSettings.read(ctx)).origins.includes(origin))
    throw new Problem(
      403,
      'Pages of this origin may not call the API. An owner can allow it under API and webhooks.',
    )
}

function isAddress(name: string | undefined): boolean {
  return name !== undefined && isIP(name.replaceAll(/^\[|\]$/g, '')) !== 0
}

/** Rejects subscriptions, because no tool ever changes and the stream would stay open unused. @throws {Problem} */
function requireNoStream(body: unknown): void {
  for (const each of [body].flat())
    if (
      typeof each === 'object' &&
      each !== null &&
      'method' in each &&
      each.method === 'subscriptions/listen'
    )
      throw new Problem(400, 'There is nothing to subscribe to.')
}

function createServer(ctx: Ctx, visit: Visit): Server {
  const server = new Server({ name: 'foyer', title: 'Foyer', version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: listTools(ctx) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await callTool(ctx, { name: params.name, input: params.arguments ?? {} }, visit)
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return result
  })
  return server
}
