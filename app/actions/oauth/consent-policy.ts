/** Browsers apply `form-action` to every redirect after a form, and web apps redirect on from their own address. */
export function consentPolicy(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri)
  // A policy source cannot be an IPv6 address.
  const local = hostname.startsWith('[') ? 'http:' : origin
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action 'self' https:${protocol === 'http:' ? ` ${local}` : ''}`,
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ].join('; ')
}
