import { isEmailAddress } from './email-address.ts'

/** What an address is compared by: the case of letters makes no two persons. */
export function comparableAddress(address: string): string {
  return address.normalize('NFC').trim().toLowerCase()
}

/** Begun at the start of a run alone, or a text without blanks would be read once for each of its letters. */
const written =
  /(?<![\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-])([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+)@(?=([\p{L}\p{M}\p{N}.-]+))/gu
/** Marks that an address may begin with by RFC 5322 and that in prose stand between it and something else. */
const joints = /[!#$%&'*/=?^`{|}~]/gu

/** Longer than any that isEmailAddress lets through, in UTF-16 units. */
const MAX_LOCAL = 64
const MAX_DOMAIN = 254

type FoundAddress = { address: string; start: number; end: number }

/**
 * E-mail addresses written in a text, comparable, with where they stand. Of `to=ann@example.com` both readings are found,
 * the longer one first: nobody can tell which is meant.
 */
export function addressesIn(text: string): FoundAddress[] {
  const found: FoundAddress[] = []
  if (!text.includes('@')) return found
  for (const match of text.matchAll(written)) {
    const [, local = '', rawDomain = ''] = match
    // What follows the longest domain is not looked at: finding where its marks end would take the square of its length.
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

/** Whether a text holds an address of which `isMeant` is true; it is given comparable ones. */
export function holdsAddress(text: string, isMeant: (address: string) => boolean): boolean {
  return addressesIn(text).some(({ address }) => isMeant(address))
}

/** The text with each such address replaced. */
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

/** The text, or path, with `[address]` for every address in it; one that holds none costs next to nothing. */
export function withoutAddresses(text: string): string {
  if (!text.includes('@') && !text.includes('%40')) return text
  const plain = text.replaceAll('%40', '@')
  // A path's segments by themselves: an address may hold a slash, and all before it would go along.
  const parts = plain.split('/').map((part) => replaceAddresses(part, () => true, '[address]'))
  const replaced = parts.join('/')
  return replaced === plain ? text : replaced
}
