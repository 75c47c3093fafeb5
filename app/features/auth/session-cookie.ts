/** The session cookie's name without the `__Host-` prefix. */
export const SESSION_COOKIE = 'foyer_session'
/** Starts with the session cookie's name, so that checks for a session cover it too. */
const CHALLENGE_COOKIE = `${SESSION_COOKIE}_step`
const PASSKEY_COOKIE = `${SESSION_COOKIE}_passkey`

/** Stays after signing out. */
const DEVICE_COOKIE = 'foyer_device'

type Cookie = { isHttps: boolean; maxAgeSeconds: number }

export function readSessionToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(SESSION_COOKIE, isHttps))
}

export function sessionCookie(token: string, cookie: Cookie): string {
  return formatCookie(SESSION_COOKIE, token, cookie)
}

export function endedSessionCookie(isHttps: boolean): string {
  return sessionCookie('', { isHttps, maxAgeSeconds: 0 })
}

/** Returns the token of a sign-in that waits for its second step, or null. */
export function readChallengeToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(CHALLENGE_COOKIE, isHttps))
}

export function challengeCookie(token: string, cookie: Cookie): string {
  return formatCookie(CHALLENGE_COOKIE, token, cookie)
}

export function endedChallengeCookie(isHttps: boolean): string {
  return challengeCookie('', { isHttps, maxAgeSeconds: 0 })
}

export function readPasskeyToken(request: Request, isHttps: boolean): string | null {
  return readCookie(request, cookieName(PASSKEY_COOKIE, isHttps))
}

export function passkeyCookie(token: string, cookie: Cookie): string {
  return formatCookie(PASSKEY_COOKIE, token, cookie)
}

export function endedPasskeyCookie(isHttps: boolean): string {
  return passkeyCookie('', { isHttps, maxAgeSeconds: 0 })
}

/** Returns the token of a browser that has signed in before, or null. */
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
  const pairs = request.headers.get('cookie')?.split(';')
  const found = pairs?.map((pair) => pair.trim()).find((pair) => pair.startsWith(wanted))
  return found?.slice(wanted.length) || null
}

function formatCookie(name: string, token: string, { isHttps, maxAgeSeconds }: Cookie): string {
  const secure = isHttps ? '; Secure' : ''
  return `${cookieName(name, isHttps)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}
