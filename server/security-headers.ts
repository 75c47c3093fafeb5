import { randomBytes } from 'node:crypto'

import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

import { requestIdOf } from './request-log.ts'

/** Header names in lower case to their values. */
export type Headers = Readonly<Record<string, string>>

const commonPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
]

/** Pages without inline script or style: neither nonce nor hash, so that one cached page serves everyone. */
const strictPolicy = [...commonPolicy, "img-src 'self' data:", "script-src 'self'", "style-src 'self'"].join(
  '; ',
)

/**
 * Pages whose framework writes an inline script. Style attributes are allowed, for floating panels are placed by them;
 * inline style elements need the nonce.
 */
export function noncePolicy(nonce: string): string {
  return [
    ...commonPolicy,
    // The editor may show what a writer is about to bring in; a picture cannot run.
    "img-src 'self' data: https:",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
  ].join('; ')
}

/** What a file's own policy leaves open is closed as in all others: `default-src` does not stand in for these. */
export function completedPolicy(policy: string): string {
  const open = ['base-uri', 'form-action', 'frame-ancestors'].filter((name) => !policy.includes(name))
  return [policy, ...open.map((name) => `${name} 'none'`)].join('; ')
}

/** The headers that every response bears, errors and assets included (OWASP ASVS 5.0 section 3.4). */
export function createSecurityHeaders(options: { isHttps: boolean }): Headers {
  return Object.freeze({
    'content-security-policy': strictPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(options.isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  })
}

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
