import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { retryHeaders } from '#app/platform/http/answer.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'

import { answerRegistration, answerRevocation, answerTokenRequest } from './endpoints.server.ts'

/** Any site may call these, for apps in browsers. Cookies are ignored, so a site gains no one else's rights. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
  'access-control-max-age': '3600',
}

const unauthorized = new Set<string>([OAuthErrorCode.InvalidClient])

const endpoints = new Map([
  ['/oauth/register', answerRegistration],
  ['/oauth/token', answerTokenRequest],
  ['/oauth/revoke', answerRevocation],
])

/** Answers registration, token and revocation requests. Errors follow RFC 6749, section 5.2. */
export async function answerOauth(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  const response = await answerSafely(ctx, request, visit)
  response.headers.set('cache-control', 'no-store')
  for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
  return response
}

async function answerSafely(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  try {
    const endpoint = endpoints.get(new URL(request.url).pathname)
    if (!endpoint) return refusal(404, OAuthErrorCode.InvalidRequest, 'There is nothing at this address.')
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    if (request.method !== 'POST')
      return refusal(405, OAuthErrorCode.MethodNotAllowed, 'This address accepts only POST.', {
        allow: 'POST, OPTIONS',
      })
    keepPace(ctx, visit.clientAddress)
    return await endpoint(ctx, request, visit)
  } catch (error) {
    if (error instanceof OAuthError)
      return refusal(unauthorized.has(error.code) ? 401 : 400, error.code, error.message)
    if (error instanceof AppError)
      return refusal(error.status, codeOf(error), error.message, retryHeaders(error))
    ctx.log.error({ error, requestId: visit.requestId }, 'request.failed')
    return refusal(
      500,
      OAuthErrorCode.ServerError,
      'Something went wrong on our side. The error has been logged.',
    )
  }
}

function codeOf({ code }: AppError): string {
  if (code === 'too-many') return OAuthErrorCode.TooManyRequests
  if (code === 'unavailable') return OAuthErrorCode.TemporarilyUnavailable
  return OAuthErrorCode.InvalidRequest
}

function refusal(
  status: number,
  code: string,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(new OAuthError(code, sentence).toResponseObject(), { status, headers })
}
