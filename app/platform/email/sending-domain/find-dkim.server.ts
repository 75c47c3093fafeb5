import { createPublicKey } from 'node:crypto'

import type { Dns } from './check-spf.server.ts'
import { type Finding, shownRecord, unreachable } from './finding.ts'
import { parseTags } from './parse-tags.ts'
import { likelySelectors } from './relays.ts'

type Signing = {
  domain: string
  host: string | null
  /** If empty, common selectors are tried. */ selector: string
}
type Key = { selector: string; text: string }

/** Checks whether the domain publishes a key to verify the signatures of its mail (RFC 6376). */
export async function findDkim(dns: Dns, { domain, host, selector }: Signing): Promise<Finding> {
  const selectors = selector === '' ? likelySelectors(host) : [selector]
  const answers = await Promise.all(
    selectors.map(async (each) => ({ each, texts: await dns(`${each}._domainkey.${domain}`, 'TXT') })),
  )
  const keys = answers.flatMap(({ each, texts }): Key[] =>
    texts === 'unreachable' ? [] : texts.filter(isKey).map((text) => ({ selector: each, text })),
  )
  const [key] = keys
  if (!key)
    return answers.some(({ texts }) => texts === 'unreachable')
      ? unreachable('DKIM')
      : missing({ domain, selector })
  const judged = keys.map(judge)
  return judged.find(({ state }) => state === 'good') ?? judge(key)
}

/** `v` is optional. A record that is no key, for example because of a wildcard, has no `p`. */
function isKey(text: string): boolean {
  return parseTags(text)?.has('p') ?? false
}

function judge({ selector, text }: Key): Finding {
  const tags = parseTags(text)
  const finding = { about: 'DKIM', found: shownRecord(`${selector}: ${text}`), record: null } as const
  const bad = (sentence: string): Finding => ({ ...finding, state: 'bad', sentences: [sentence] })
  const base64 = tags?.get('p')
  if (!tags || !base64)
    return bad(
      `The DKIM key of the selector ${selector} has been revoked. Publish the key that your mail server signs with.`,
    )
  const bits = bitsOf(tags.get('k') ?? 'rsa', base64)
  if (bits === null)
    return bad(
      `The DKIM key of the selector ${selector} cannot be read. Copy it again from your mail provider.`,
    )
  if (bits < 1024)
    return bad(
      `The DKIM key of the selector ${selector} has ${bits} bits; receivers ignore keys below 1024. Publish a longer one.`,
    )
  const testing = tags.get('t')?.split(':').includes('y') === true
  const notes = [
    ...(bits < 2048 ? [`It has ${bits} bits; 2048 are recommended.`] : []),
    ...(testing ? ['It is marked as a test, so receivers may ignore it: remove t=y.'] : []),
  ]
  return {
    ...finding,
    state: testing ? 'warning' : 'good',
    sentences: [
      `A DKIM key is published under the selector ${selector}. ${notes.join(' ')}`.trim(),
      'Your mail counts as signed once your mail server signs with it, which a mail’s headers show.',
    ],
  }
}

/** Returns the length of a key in bits, or null if it is invalid. Ed25519 counts as 2048. */
function bitsOf(kind: string, base64: string): number | null {
  const bytes = Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')
  if (kind.toLowerCase() === 'ed25519') return bytes.length === 32 ? 2048 : null
  for (const type of ['spki', 'pkcs1'] as const)
    try {
      const { modulusLength } =
        createPublicKey({ key: bytes, format: 'der', type }).asymmetricKeyDetails ?? {}
      if (modulusLength !== undefined) return modulusLength
    } catch {
      // Tries the next format.
    }
  return null
}

function missing({ domain, selector }: Pick<Signing, 'domain' | 'selector'>): Finding {
  const which =
    selector === ''
      ? 'No DKIM key was found under the usual selectors. If your mail provider uses another selector, enter it and check again.'
      : `There is no DKIM key under ${selector}._domainkey.${domain}.`
  return {
    about: 'DKIM',
    state: selector === '' ? 'unknown' : 'bad',
    sentences: [
      which,
      'Your mail provider creates the key and shows the record to add, which looks like the one below.',
    ],
    found: null,
    record: { name: `${selector || 'selector'}._domainkey.${domain}`, value: 'v=DKIM1; k=rsa; p=…' },
  }
}
