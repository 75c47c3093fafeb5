import { expect, test } from 'vitest'

import {
  challengeCookie,
  endedChallengeCookie,
  endedSessionCookie,
  readChallengeToken,
  readSessionToken,
  SESSION_COOKIE,
  sessionCookie,
} from './session-cookie.ts'

function tokenIn(cookie: string, isHttps: boolean): string | null {
  return readSessionToken(new Request('http://site.test/', { headers: cookie ? { cookie } : {} }), isHttps)
}

test('over https the cookie is bound to the host; no script and no other site sends it', () => {
  expect(sessionCookie('t0ken', { isHttps: true, maxAgeSeconds: 60 })).toBe(
    '__Host-foyer_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  )
})

test('over http it is the same without what browsers would refuse there', () => {
  expect(sessionCookie('t0ken', { isHttps: false, maxAgeSeconds: 60 })).toBe(
    'foyer_session=t0ken; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
  )
})

test('the end of a session takes back the cookie that began it', () => {
  expect(endedSessionCookie(true)).toMatch(/^__Host-foyer_session=; Path=\/; .*Max-Age=0; Secure$/)
  expect(endedSessionCookie(false)).toMatch(/^foyer_session=; Path=\/; .*Max-Age=0$/)
})

test('a token is read back from among other cookies', () => {
  expect(tokenIn('theme=dark;__Host-foyer_session=a=b; x=y', true)).toBe('a=b')
  expect(tokenIn('theme=dark; foyer_session=abc; x=y', false)).toBe('abc')
})

test('over https a cookie without the prefix, which another host may have set, is not read', () => {
  expect(tokenIn('foyer_session=planted', true)).toBeNull()
  expect(tokenIn('__Host-foyer_session=abc', false)).toBeNull()
})

test('no cookie, an empty one or one of a similar name is no token', () => {
  for (const cookie of [
    '',
    'foyer_session=',
    'foyer_session',
    'xfoyer_session=a',
    'foyer_session2=a',
    'a=foyer_session=b',
  ])
    expect(tokenIn(cookie, false), cookie).toBeNull()
})

test('a sign-in that waits for its second step has a cookie of its own, which is no session', () => {
  const cookie = challengeCookie('half', { isHttps: true, maxAgeSeconds: 300 })
  expect(cookie).toBe('__Host-foyer_session_step=half; Path=/; HttpOnly; SameSite=Lax; Max-Age=300; Secure')
  expect(endedChallengeCookie(true)).toMatch(/^__Host-foyer_session_step=; .*Max-Age=0; Secure$/)
  const request = new Request('http://site.test/', { headers: { cookie: '__Host-foyer_session_step=half' } })
  expect(readChallengeToken(request, true)).toBe('half')
  expect(readChallengeToken(request, false)).toBeNull()
  expect(readSessionToken(request, true)).toBeNull()
  // The check for requests with a session looks for this substring only.
  expect(cookie).toContain(SESSION_COOKIE)
})
