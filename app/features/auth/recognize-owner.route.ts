import type { MiddlewareFunction } from 'react-router'

import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { findActor } from './session.server.ts'
import { readSessionToken } from './session-cookie.ts'

/** For public routes that show more to a signed-in member. */
const recognizeOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const ctx = context.get(ctxContext)
  const token = readSessionToken(request, ctx.isHttps)
  if (token) context.set(ctxContext, { ...ctx, actor: await findActor(ctx, token) })
  return next()
}

export const middleware = [recognizeOwner]
