/** The part of the session cookie's name that stays the same with and without the `__Host-` prefix. */
export const SESSION_COOKIE = 'foyer_session'

/** `__Host-` binds the cookie to this very host over https (RFC 6265bis, section 4.1.3.2). */
function cookieName(isHttps: boolean): string {
  return isHttps ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE
}

/** The token a request brings, or null. */
export function readSessionToken(request: Request, isHttps: boolean): string | null {
  const wanted = `${cookieName(isHttps)}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) || null
}

export function sessionCookie(token: string, options: { isHttps: boolean; maxAgeSeconds: number }): string {
  const secure = options.isHttps ? '; Secure' : ''
  return `${cookieName(options.isHttps)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${options.maxAgeSeconds}${secure}`
}

export function endedSessionCookie(isHttps: boolean): string {
  return sessionCookie('', { isHttps, maxAgeSeconds: 0 })
}
