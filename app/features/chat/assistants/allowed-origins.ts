const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns an origin as browsers write it, such as `https://shop.example`, or with a wildcard for one label,
 * `https://*.shop.example`; null for anything else. HTTP is accepted for this computer only.
 */
export function parseOrigin(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const address = /^[a-z][a-z0-9+.-]*:\/\//.test(text) ? text : `https://${text}`
  const isWild = address.startsWith('https://*.')
  const url = URL.parse(isWild ? address.replace('*.', '') : address)
  if (!url || url.username || url.password || url.search || url.hash || url.pathname !== '/') return null
  const { hostname, protocol, origin } = url
  if (protocol === 'http:') return LOOPBACK.test(hostname) ? origin : null
  if (protocol !== 'https:' || hostname.includes('*')) return null
  if (!isWild) return hostname.includes('.') || LOOPBACK.test(hostname) ? origin : null
  // A wildcard before a top-level domain would allow strangers.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) ? origin.replace('//', '//*.') : null
}

/** Whether an origin, as a browser sends it, is one of the allowed. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  // What a browser sends has no wildcard, and a policy must not get one.
  if (origin.includes('*')) return false
  return allowed.includes(origin) || allowed.includes(origin.replace(/^https:\/\/[^./]+\./, 'https://*.'))
}
