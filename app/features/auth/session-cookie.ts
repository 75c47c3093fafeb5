/** The part of the session cookie's name that stays the same with and without the `__Host-` prefix. */
export const SESSION_COOKIE = 'foyer_session'
/** It holds the session cookie's name within it, so that what guards requests with a session guards these too. */
const CHALLENGE_COOKIE = `${SESSION_COOKIE}_step`

/** Stays when one signs out. */
const DEVICE_COOKIE = 'foyer_device'

type Cookie = { isHttps: boolean; maxAgeSeconds: number }

/** The token of a session that a request brings, or null. */
export function readSessionToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(SESSION_COOKIE, isHttps))
}

export function sessionCookie(token: string, cookie: Cookie): string {
  return formatCookie(SESSION_COOKIE, token, cookie)
}

export function endedSessionCookie(isHttps: boolean): string {
  return sessionCookie('', { isHttps, maxAgeSeconds: 0 })
}

/** The token of a sign-in that waits for its second step, or null. */
export function readChallengeToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(CHALLENGE_COOKIE, isHttps))
}

export function challengeCookie(token: string, cookie: Cookie): string {
  return formatCookie(CHALLENGE_COOKIE, token, cookie)
}

export function endedChallengeCookie(isHttps: boolean): string {
  return challengeCookie('', { isHttps, maxAgeSeconds: 0 })
}

/** What a browser that has signed in before is known by, or null. */
export function readDeviceToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(DEVICE_COOKIE, isHttps))
}

export function deviceCookie(token: string, cookie: Cookie): string {
  return formatCookie(DEVICE_COOKIE, token, cookie)
}

/** `__Host-` binds the cookie to this very host over https (RFC 6265bis, section 4.1.3.2). */
function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}

function readCookie(request: Request, name: string): string | null {
  const wanted = `${name}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) || null
}

function formatCookie(name: string, token: string, { isHttps, maxAgeSeconds }: Cookie): string {
  const secure = isHttps ? '; Secure' : ''
  return `${cookieName(name, isHttps)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}
