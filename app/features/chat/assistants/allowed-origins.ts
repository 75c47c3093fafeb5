const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
/** Without a semicolon, which would end a directive of a policy. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

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
  if (protocol !== 'https:' || !HOST.test(hostname)) return null
  if (!isWild) return hostname.includes('.') || LOOPBACK.test(hostname) ? origin : null
  // A wildcard before a top-level domain would allow strangers.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) ? origin.replace('//', '//*.') : null
}

/** Whether an origin is one of the allowed, and written as browsers send it, so that it can stand in a policy. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  const url = URL.parse(origin)
  if (url?.origin !== origin || !HOST.test(url.hostname)) return false
  return allowed.includes(origin) || allowed.includes(origin.replace(/^https:\/\/[^.]+\./, 'https://*.'))
}
