import { assertDefined } from './assert-defined.ts'

/** RFC 5321, section 4.5.3.1: 64 octets before the @, 254 in all (erratum 1690). */
const MAX_LOCAL_OCTETS = 64
const MAX_OCTETS = 254

/** A dot-atom (RFC 5322, section 3.2.3) with letters beyond ASCII (RFC 6531). Quoted forms are refused. */
const dotAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Checks only the syntax, not whether the address exists. */
export function isEmailAddress(text: string): boolean {
  // Check the length first, because the checks below are slow on long texts.
  if (text.length > MAX_OCTETS) return false
  // Invisible characters would make the mailed address differ from the typed one.
  if (/\p{Default_Ignorable_Code_Point}/u.test(text)) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || !dotAtom.test(local) || local.normalize('NFKC') !== local.normalize('NFC')) return false
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null) return false
  return octets(local) <= MAX_LOCAL_OCTETS && octets(local) + 1 + domain.length <= MAX_OCTETS
}

/** Returns the domain in ASCII (IDNA); null if it is not a public host name. */
function asciiDomain(domain: string): string | null {
  // Look-alike dots and full-width letters would silently become another address.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || domain.normalize('NFKC') !== domain.normalize('NFC'))
    return null
  const ascii = URL.parse(`http://${domain}`)?.hostname
  if (!ascii || ascii.length > 253) return null
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return null
  return /^\d+$/.test(assertDefined(labels.at(-1), 'a split text has a last part')) ? null : ascii
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length
}

const gmailDomains = new Set(['gmail.com', 'googlemail.com'])

/** Removes a plus label and, for Gmail, dots. Only for rate limits: a person is identified by the whole address. */
export function mailboxOf(address: string): string {
  const comparable = address.trim().toLowerCase()
  const at = comparable.lastIndexOf('@')
  const [name = ''] = comparable.slice(0, at).split('+', 1)
  const domain = comparable.slice(at + 1)
  return `${gmailDomains.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
