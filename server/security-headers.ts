import { randomBytes } from 'node:crypto'

import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

import { requestIdOf } from './request-log.ts'

export type Headers = Readonly<Record<string, string>>

const commonPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
  // Videos on the owner's pages are loaded only when played.
  "media-src 'self' https:",
]

/** A page with this policy may be framed by our own pages. */
const OWN_FRAME = "frame-ancestors 'self'"

/** A page with this policy may be framed by other sites, whose origins the older header cannot name. */
const FRAMED = /frame-ancestors http/

/** Has no nonce or hash, so that one cached page serves everyone. */
const strictPolicy = [...commonPolicy, "img-src 'self' data:", "script-src 'self'", "style-src 'self'"].join(
  '; ',
)

/** For pages with an inline script. Style attributes are allowed, because floating panels need them. */
export function noncePolicy(nonce: string): string {
  return [
    ...commonPolicy,
    // Only the editor's page may be framed at all.
    "frame-src 'self'",
    // The editor previews images of other sites.
    "img-src 'self' data: https:",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
  ].join('; ')
}

/** Adds the directives that `default-src` does not cover to a file's own policy. */
export function completedPolicy(policy: string): string {
  const open = ['base-uri', 'form-action', 'frame-ancestors'].filter((name) => !policy.includes(name))
  return [policy, ...open.map((name) => `${name} 'none'`)].join('; ')
}

/** OWASP ASVS 5.0 section 3.4. */
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

export function withHeaders(
  headers: Headers,
  options: { appPath: string; policy: boolean; isDraining(): boolean },
): MiddlewareHandler<{ Bindings: HttpBindings; Variables: HeaderVariables }> {
  return async (c, next) => {
    c.set('requestId', requestIdOf(c.env.incoming))
    c.set('nonce', randomBytes(16).toString('base64'))
    await next()
    // A file's own policy is stricter.
    const own = c.res.headers.get('content-security-policy')
    const sharing = c.res.headers.get('cross-origin-resource-policy')
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (own !== null) c.res.headers.set('content-security-policy', completedPolicy(own))
    else if (c.req.path === options.appPath || c.req.path.startsWith(`${options.appPath}/`))
      c.res.headers.set('content-security-policy', noncePolicy(c.get('nonce')))
    // What other sites load or frame says so itself.
    if (sharing !== null) c.res.headers.set('cross-origin-resource-policy', sharing)
    if (own !== null && FRAMED.test(own)) c.res.headers.delete('x-frame-options')
    if (own?.includes(OWN_FRAME)) c.res.headers.set('x-frame-options', 'SAMEORIGIN')
    if (!options.policy) c.res.headers.delete('content-security-policy')
    // The router sets no charset for its data responses (ASVS 5.0 V4.1.1).
    const type = c.res.headers.get('content-type')
    if (type?.startsWith('text/') && !type.includes('charset='))
      c.res.headers.set('content-type', `${type}; charset=utf-8`)
    c.res.headers.set('x-request-id', c.get('requestId'))
    // While draining, close idle connections. After a 413, the unread body makes the connection unusable.
    if (options.isDraining() || c.res.status === 413) c.res.headers.set('connection', 'close')
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  }
}
