import type { MiddlewareFunction } from 'react-router'

import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { inClientLanguage } from './client-link.server.ts'

/** What a client reads is in the language of the link, which is known by the assistant of the address. */
export const speaksToClient: MiddlewareFunction<Response> = async ({ context, params }, next) => {
  context.set(ctxContext, await inClientLanguage(context.get(ctxContext), String(params['id'])))
  return next()
}
