import type { MiddlewareFunction } from 'react-router'

import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { inClientLanguage } from './client-link.server.ts'

/** Answers in the language of the client's link, found by the assistant's id in the address. */
export const speaksToClient: MiddlewareFunction<Response> = async ({ context, params }, next) => {
  context.set(ctxContext, await inClientLanguage(context.get(ctxContext), String(params['id'])))
  return next()
}
