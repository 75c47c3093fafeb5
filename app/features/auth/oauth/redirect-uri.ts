import { z } from 'zod'

import { MOST_REDIRECTS } from './oauth-limits.ts'
import { isLocal } from './own-addresses.ts'

export const redirectUris = z.array(z.string()).min(1).max(MOST_REDIRECTS)

const MOST_LETTERS = 500
/** No user, no fragment, no e-mail address (`%40` is an @), and a host that cannot end a directive of a content security policy. */
const SHAPE = /^https?:\/\/[a-z0-9.:[\]-]+(?:[/?][!-"$-?A-[\]-~]*)?$/
const OURS = ['code', 'state', 'error', 'error_description', 'iss']

/** Returns what is wrong with a redirect URI that an app registers or uses, or null. */
export function faultOfRedirectUri(uri: string): string | null {
  const url = SHAPE.test(uri) && !/%40/i.test(uri) && uri.length <= MOST_LETTERS ? URL.parse(uri) : null
  if (!url)
    return 'A redirect URI must be an https address of at most 500 characters, without a user name or fragment.'
  if (url.protocol === 'http:' && !isLocal(url))
    return 'A redirect URI without https is allowed only for localhost, 127.0.0.1 and [::1].'
  if (OURS.some((name) => url.searchParams.has(name)))
    return `A redirect URI may not have these parameters: ${OURS.join(', ')}.`
  return null
}

/** Returns whether a redirect URI equals a registered one. On the local machine any port is allowed (RFC 8252, section 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (faultOfRedirectUri(uri) !== null) return false
  return registered.some((each) => each === uri || (isLoopback(each) && portless(each) === portless(uri)))
}

function isLoopback(uri: string): boolean {
  return uri.startsWith('http:') && isLocal(new URL(uri))
}

function portless(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** Returns the redirect URI with the answer's parameters appended; its own query is kept. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}

export function hostOf(uri: string): string {
  const url = new URL(uri)
  return isLocal(url) ? 'this computer' : url.hostname
}

export function readRedirectUris(stored: string): string[] {
  return redirectUris.parse(JSON.parse(stored))
}
