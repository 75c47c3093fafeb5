/** Browsers hold to `form-action` where an answer redirects to, so that this page names where its app is. */
export function consentPolicy(redirectUri: string): string {
  const { origin, hostname } = new URL(redirectUri)
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    // No policy can name an address of IPv6.
    `form-action 'self' ${hostname.startsWith('[') ? 'http:' : origin}`,
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ].join('; ')
}
