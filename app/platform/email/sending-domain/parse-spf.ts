import { BlockList, isIPv4, isIPv6 } from 'node:net'

export type SpfQualifier = '+' | '-' | '~' | '?'

export type SpfMechanism = {
  qualifier: SpfQualifier
  name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  /** A domain, which may contain macros, or an address. Empty for the domain itself. */
  value: string
  /** Prefix lengths of the network. */
  prefix4: number
  prefix6: number
}

export type SpfRecord = { mechanisms: readonly SpfMechanism[]; redirect: string | null }

/** Whether a TXT record is an SPF record (RFC 7208, section 4.5). */
export function isSpf(text: string): boolean {
  return /^v=spf1( |$)/i.test(text)
}

const MECHANISM =
  /^([+\-~?])?(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^/\s][^\s]*?))?(\/\d{1,3})?(\/\/\d{1,3})?$/i
const MODIFIER = /^([a-z][\w.-]*)=(\S*)$/i
const needsValue = new Set(['include', 'exists', 'ip4', 'ip6'])
const takesNoPrefix = new Set(['all', 'include', 'exists', 'ptr'])

/** Returns the terms in order, or the first term that cannot be parsed (RFC 7208, section 4.6.1). */
export function parseSpf(text: string): SpfRecord | { unreadable: string } {
  const mechanisms: SpfMechanism[] = []
  let redirect: string | null = null
  for (const term of text.split(' ').slice(1).filter(Boolean)) {
    const modifier = MODIFIER.exec(term)
    if (modifier) {
      const [, name = '', value = ''] = modifier
      if (name.toLowerCase() !== 'redirect') continue
      if (redirect !== null || value === '') return { unreadable: term }
      redirect = value
      continue
    }
    const mechanism = parseMechanism(term)
    if (!mechanism) return { unreadable: term }
    mechanisms.push(mechanism)
  }
  return { mechanisms, redirect }
}

function parseMechanism(term: string): SpfMechanism | null {
  const found = MECHANISM.exec(term)
  if (!found) return null
  const [, qualifier = '+', named = '', value = '', first, second] = found
  const name = named.toLowerCase() as SpfMechanism['name']
  if (value === '' ? needsValue.has(name) : name === 'all') return null
  if (takesNoPrefix.has(name) && (first !== undefined || second !== undefined)) return null
  if ((name === 'ip4' || name === 'ip6') && second !== undefined) return null
  if ((name === 'ip4' && !isIPv4(value)) || (name === 'ip6' && !isIPv6(value))) return null
  const prefix4 = name === 'ip6' || first === undefined ? 32 : Number(first.slice(1))
  const six = name === 'ip6' ? first?.slice(1) : second?.slice(2)
  const prefix6 = six === undefined ? 128 : Number(six)
  if (prefix4 > 32 || prefix6 > 128) return null
  return { qualifier: qualifier as SpfQualifier, name, value, prefix4, prefix6 }
}

/** Whether an address is in a network of the same family. */
export function isWithin(
  address: string,
  network: string,
  prefixes: Pick<SpfMechanism, 'prefix4' | 'prefix6'>,
) {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (isIPv4(network) !== (family === 'ipv4')) return false
  const list = new BlockList()
  list.addSubnet(network, family === 'ipv4' ? prefixes.prefix4 : prefixes.prefix6, family)
  return list.check(address, family)
}
