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
