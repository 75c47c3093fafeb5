import { type MiddlewareFunction, redirectDocument } from 'react-router'

import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { findActor } from './session.server.ts'
import { readSessionToken } from './session-cookie.ts'
import { SESSION_ENDED } from './sign-in-again/session-ended.ts'

/** Guards the admin as middleware: all matched loaders run in parallel, so a layout's loader could not guard the others. */
export const requireOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const ctx = context.get(ctxContext)
  const token = readSessionToken(request, ctx.isHttps)
  const actor = token ? await findActor(ctx, token) : null
  if (!actor) throw redirectDocument(loginPath(request), { headers: { [SESSION_ENDED]: '1' } })
  context.set(ctxContext, { ...ctx, actor })
  return next()
}

/** The query of this page holds the whole request, so a POST to it can also be repeated with a GET. */
const CONSENT = '/oauth/authorize'

/** Returns the login page's path with the wanted page in `next`; only a GET can be repeated. */
function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const wanted = pathname.replace(/\.data$/, '')
  const isAgain = request.method === 'GET' || wanted === CONSENT
  if (!isAgain || wanted === '/admin') return '/admin/login'
  const query = new URLSearchParams(search)
  query.delete('_routes')
  const next = query.size > 0 ? `${wanted}?${query}` : wanted
  return `/admin/login?${new URLSearchParams({ next })}`
}

/** Returns `next` if it is a path of the admin or the consent page, otherwise the admin's start page. */
export function safeNext(next: string | null): string {
  const base = 'http://admin.invalid'
  const url = next?.startsWith('/') ? URL.parse(next, base) : null
  const isOurs = url?.origin === base && (/^\/admin(\/|$)/.test(url.pathname) || url.pathname === CONSENT)
  return isOurs ? `${url.pathname}${url.search}` : '/admin'
}
