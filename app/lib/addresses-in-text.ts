import { isEmailAddress } from './email-address.ts'

export function comparableAddress(address: string): string {
  return address.normalize('NFC').trim().toLowerCase()
}

/** Matches only where a run of letters starts; otherwise it would scan a long text once per letter. */
const written =
  /(?<![\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-])([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+)@(?=([\p{L}\p{M}\p{N}.-]+))/gu
/** RFC 5322 lets an address begin with these marks, but in prose they usually separate it from something else. */
const joints = /[!#$%&'*/=?^`{|}~]/gu

const MAX_LOCAL = 64
const MAX_DOMAIN = 254

type FoundAddress = { address: string; start: number; end: number }

/** For `to=ann@example.com` returns both readings, the longer one first, because either may be meant. */
export function addressesIn(text: string): FoundAddress[] {
  const found: FoundAddress[] = []
  if (!text.includes('@')) return found
  for (const match of text.matchAll(written)) {
    const [, local = '', rawDomain = ''] = match
    // Only the longest possible domain is kept: trimming a longer one would take quadratic time.
    const domain = rawDomain.slice(0, MAX_DOMAIN).replace(/[.-]+$/, '')
    const firstLetter = Math.max(0, local.search(/[^.]/))
    const starts = [firstLetter, ...[...local.matchAll(joints)].map(({ index }) => index + 1)]
    for (const start of starts) {
      if (local.length - start > MAX_LOCAL) continue
      const address = comparableAddress(`${local.slice(start)}@${domain}`)
      if (isEmailAddress(address))
        found.push({
          address,
          start: match.index + start,
          end: match.index + local.length + 1 + domain.length,
        })
    }
  }
  return found
}

export function holdsAddress(text: string, isMeant: (address: string) => boolean): boolean {
  return addressesIn(text).some(({ address }) => isMeant(address))
}

export function replaceAddresses(
  text: string,
  isMeant: (address: string) => boolean,
  replacement: string,
): string {
  let replaced = ''
  let from = 0
  for (const { address, start, end } of addressesIn(text)) {
    if (start < from || !isMeant(address)) continue
    replaced += text.slice(from, start) + replacement
    from = end
  }
  return replaced + text.slice(from)
}

/** Replaces every address in a text or path by `[address]`. A text without an address costs almost nothing. */
export function withoutAddresses(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text
  const plain = text.replaceAll('%40', '@')
  // Search each path segment separately: an address may contain a slash, and would swallow the segments before it.
  const parts = plain.split('/').map((part) => replaceAddresses(part, () => true, '[address]'))
  const replaced = parts.join('/')
  return replaced === plain ? text : replaced
}
