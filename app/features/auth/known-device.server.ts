import type { Ctx } from '#app/platform/context.server.ts'

import { newToken } from './secret-token.server.ts'
import { deviceCookie } from './session-cookie.ts'
import { findActor, newSessionCookie } from './session.server.ts'

const PURPOSE = 'known-device'
const FORMAT = /^[\w-]{43}\.[\w-]{43}$/
/** Browsers keep a cookie for 400 days at most (RFC 6265bis, section 5.5). */
const LASTS_SECONDS = 400 * 24 * 3600

/**
 * Returns the device that a cookie names for an account, or null if it is not valid for it. It proves no sign-in: it
 * only decides whose failures count together (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function findDevice(ctx: Ctx, email: string, token: string | null): string | null {
  const [device, signature] = token !== null && FORMAT.test(token) ? token.split('.') : []
  const isOurs = device && signature && ctx.signer.verify(PURPOSE, `${email} ${device}`, signature)
  return isOurs ? device : null
}

export function newDeviceToken(ctx: Ctx, email: string): string {
  const device = newToken()
  return `${device}.${ctx.signer.sign(PURPOSE, `${email} ${device}`)}`
}

/** Returns the cookies to set after a sign-in: the session, and the device cookie that identifies this browser later. */
export async function signedInHeaders(ctx: Ctx, sessionToken: string): Promise<Headers> {
  const headers = new Headers([['set-cookie', await newSessionCookie(ctx, sessionToken)]])
  const actor = await findActor(ctx, sessionToken)
  const lasts = { isHttps: ctx.isHttps, maxAgeSeconds: LASTS_SECONDS }
  if (actor) headers.append('set-cookie', deviceCookie(newDeviceToken(ctx, actor.email), lasts))
  return headers
}
