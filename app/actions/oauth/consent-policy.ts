/** Browsers hold to `form-action` along all redirects after a form, and apps on the web lead on from their own address. */
export function consentPolicy(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri)
  // No policy can name an address of IPv6.
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
