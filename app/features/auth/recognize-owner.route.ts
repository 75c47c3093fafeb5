import type { MiddlewareFunction } from 'react-router'

import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { findActor } from './session.server.ts'
import { readSessionToken } from './session-cookie.ts'

/** Around what everybody may ask for and the owner sees more of: no session is needed. */
const recognizeOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const ctx = context.get(ctxContext)
  const token = readSessionToken(request, ctx.isHttps)
  if (token) context.set(ctxContext, { ...ctx, actor: await findActor(ctx, token) })
  return next()
}

export const middleware = [recognizeOwner]
