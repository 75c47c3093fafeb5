import type { Ctx } from '#app/platform/context.server.ts'

import { newToken } from './secret-token.server.ts'
import { deviceCookie } from './session-cookie.ts'
import { findActor, newSessionCookie } from './session.server.ts'

const PURPOSE = 'known-device'
/** Browsers keep a cookie for 400 days at most (RFC 6265bis, section 5.5). */
const LASTS_SECONDS = 400 * 24 * 3600

/**
 * The device that a cookie's token names for an account, or null when it is not ours or of another account. It proves no
 * sign-in: it only sets whose failures are counted together (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function findDevice(ctx: Ctx, email: string, token: string | null): string | null {
  const [, device = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(token ?? '') ?? []
  return ctx.signer.verify(PURPOSE, `${email} ${device}`, signature) ? device : null
}

export function newDeviceToken(ctx: Ctx, email: string): string {
  const device = newToken()
  return `${device}.${ctx.signer.sign(PURPOSE, `${email} ${device}`)}`
}

/** What a browser is given at a sign-in: its session, and what it is known by from now on. */
export async function signedInHeaders(ctx: Ctx, sessionToken: string): Promise<Headers> {
  const headers = new Headers([['set-cookie', await newSessionCookie(ctx, sessionToken)]])
  const actor = await findActor(ctx, sessionToken)
  const lasts = { isHttps: ctx.isHttps, maxAgeSeconds: LASTS_SECONDS }
  if (actor) headers.append('set-cookie', deviceCookie(newDeviceToken(ctx, actor.email), lasts))
  return headers
}
