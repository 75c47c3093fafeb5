const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

export function isLocal({ hostname }: URL): boolean {
  return LOCAL.test(hostname)
}

/** Returns the base URL by which a program reached this server; on the local machine it may use any of the local host names. */
export function ownBase(publicUrl: string, request: Request): string {
  const own = new URL(publicUrl)
  const asked = URL.parse(`${own.protocol}//${request.headers.get('host')}`)
  return asked && isLocal(asked) && isLocal(own) ? asked.origin : publicUrl
}

/** Paths that a token can be issued for. One consent covers them all, because they run the same actions. */
const PATHS = new Set(['', '/mcp', '/api/v1'])

/** Returns the resource in the form that is stored, or null for another server. Defaults to `/mcp`. */
export function ownResource(publicUrl: string, asked: string | null): string | null {
  if (asked === null) return `${publicUrl}/mcp`
  const url = URL.parse(asked)
  if (!url || url.hash || url.search || url.username || url.password) return null
  const own = new URL(publicUrl)
  if (url.origin !== own.origin && !(isLocal(url) && isLocal(own))) return null
  const path = url.pathname.replace(/\/$/, '')
  return PATHS.has(path) ? `${publicUrl}${path}` : null
}
