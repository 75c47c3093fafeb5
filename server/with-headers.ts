import { randomBytes } from 'node:crypto'

import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

import { requestIdOf } from './request-id.ts'
import { completedPolicy, type Headers, noncePolicy } from './security-headers.ts'

export type HeaderVariables = { requestId: string; nonce: string }

/** Gives each request an id and a nonce, and each response its security headers; what says nothing of caching is not kept. */
export function withHeaders(
  headers: Headers,
  options: { appPath: string; policy: boolean; isDraining(): boolean },
): MiddlewareHandler<{ Bindings: HttpBindings; Variables: HeaderVariables }> {
  return async (c, next) => {
    c.set('requestId', requestIdOf(c.env.incoming))
    c.set('nonce', randomBytes(16).toString('base64'))
    await next()
    // A file that brings a policy of its own brings a stricter one.
    const own = c.res.headers.get('content-security-policy')
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (own !== null) c.res.headers.set('content-security-policy', completedPolicy(own))
    if (c.req.path === options.appPath || c.req.path.startsWith(`${options.appPath}/`))
      c.res.headers.set('content-security-policy', noncePolicy(c.get('nonce')))
    if (!options.policy) c.res.headers.delete('content-security-policy')
    // The router names none for the data of its pages (ASVS 5.0 V4.1.1).
    const type = c.res.headers.get('content-type')
    if (type?.startsWith('text/') && !type.includes('charset='))
      c.res.headers.set('content-type', `${type}; charset=utf-8`)
    c.res.headers.set('x-request-id', c.get('requestId'))
    // A draining process need not wait for idle connections. And what was refused for its size is still on its way, so
    // that its connection cannot carry another request.
    if (options.isDraining() || c.res.status === 413) c.res.headers.set('connection', 'close')
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  }
}
