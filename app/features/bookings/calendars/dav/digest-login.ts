import { createHash, randomBytes } from 'node:crypto'

import type { DavAccount } from './dav-login.ts'

type Challenge = { scheme: string; parameters: ReadonlyMap<string, string> }

/** Parts of one header; a server sends a handful. */
const MOST_PARTS = 100

/** Hashes by the names of RFC 7616, the best first. */
const hashes: Readonly<Record<string, string>> = {
  'sha-512-256': 'sha512-256',
  'sha-256': 'sha256',
  md5: 'md5',
}

export type DigestRequest = { method: string; url: string; body?: string | undefined }

/**
 * Answers the best Digest challenge among those of a `WWW-Authenticate` header (RFC 7616, and RFC 2617 without `qop`).
 * @returns the `Authorization` header; null if no challenge is known
 */
export function answerDigest(
  header: string,
  { user, password }: DavAccount,
  { method, url, body = '' }: DigestRequest,
  cnonce = randomBytes(16).toString('hex'),
): string | null {
  const challenge = bestOf(challengesIn(header))
  if (!challenge) return null
  const { parameters, hash, isSession, qop } = challenge
  const given = (name: string) => parameters.get(name) ?? ''
  const [realm, nonce] = [given('realm'), given('nonce')]
  const { pathname, search } = new URL(url)
  const [uri, count] = [pathname + search, '00000001']
  const secret = hash(`${user}:${realm}:${password}`)
  const key = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret
  const asked = hash(`${method}:${uri}${qop === 'auth-int' ? `:${hash(body)}` : ''}`)
  const response = hash(
    qop === null ? `${key}:${nonce}:${asked}` : `${key}:${nonce}:${count}:${cnonce}:${qop}:${asked}`,
  )
  const isHashed = given('userhash').toLowerCase() === 'true'
  const parts = [
    `username=${quoted(isHashed ? hash(`${user}:${realm}`) : user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    // The algorithm is sent without quotes, because some servers refuse it with them.
    ...(parameters.has('algorithm') ? [`algorithm=${given('algorithm')}`] : []),
    ...(parameters.has('opaque') ? [`opaque=${quoted(given('opaque'))}`] : []),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${count}`]),
    ...(qop === null && !isSession ? [] : [`cnonce="${cnonce}"`]),
    ...(isHashed ? ['userhash=true'] : []),
  ]
  return `Digest ${parts.join(', ')}`
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

function bestOf(challenges: readonly Challenge[]) {
  const known = challenges.flatMap(({ scheme, parameters }) => {
    if (scheme !== 'digest' || !parameters.has('nonce')) return []
    const algorithm = (parameters.get('algorithm') ?? 'MD5').toLowerCase()
    const name = hashes[algorithm.replace(/-sess$/, '')]
    const offered = parameters
      .get('qop')
      ?.toLowerCase()
      .split(/[\s,]+/)
    const qop = ['auth', 'auth-int'].find((one) => offered?.includes(one)) ?? null
    if (name === undefined || (offered && qop === null)) return []
    const hash = (text: string) => createHash(name).update(text).digest('hex')
    return [
      {
        parameters,
        hash,
        qop,
        isSession: algorithm.endsWith('-sess'),
        rank: Object.values(hashes).indexOf(name),
      },
    ]
  })
  return known.toSorted((a, b) => a.rank - b.rank)[0]
}

/** Reads a list of challenges, which stand in one header or in several joined by commas (RFC 9110, section 11.6.1). */
function challengesIn(header: string): Challenge[] {
  const part =
    /\s*(?:([\w-]{1,50})\s*=\s*(?:"((?:[^"\\]|\\.){0,2000})"|([^\s,"]{1,500}))|([\w-]{1,50})(?=\s|,|$))\s*,?/y
  const challenges: { scheme: string; parameters: Map<string, string> }[] = []
  for (let count = 0; count < MOST_PARTS; count += 1) {
    const [whole, name, inQuotes, bare, scheme] = part.exec(header) ?? []
    if (!whole) break
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() })
    else if (name !== undefined)
      challenges
        .at(-1)
        ?.parameters.set(
          name.toLowerCase(),
          inQuotes === undefined ? String(bare) : inQuotes.replaceAll(/\\(.)/g, '$1'),
        )
  }
  return challenges
}
