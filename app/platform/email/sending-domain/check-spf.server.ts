import { isIPv4 } from 'node:net'

import { isDomainName } from './domain-name.ts'
import type { DnsAnswer, DnsType } from './dns-lookup.server.ts'
import { isSpf, isWithin, parseSpf, type SpfMechanism, type SpfRecord } from './parse-spf.ts'

/** RFC 7208, section 4.6.4. */
export const MAX_SPF_LOOKUPS = 10
const MAX_MX_NAMES = 10

/** Sends one query at a time, within the time limit of the whole check. */
export type Dns = (name: string, type: DnsType) => Promise<DnsAnswer>

export type SpfResult =
  | 'none'
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  /** The record cannot be evaluated; `fault` says why. */
  | 'permerror'
  | 'temperror'

export type SpfOutcome = {
  result: SpfResult
  fault: string | null
  /** Lookups that count towards the limit. */
  lookups: number
  /** Every domain whose record was read, starting with the sender's. */
  domains: readonly string[]
}

const results = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const

class SpfStopped extends Error {
  readonly result: 'permerror' | 'temperror'
  constructor(result: 'permerror' | 'temperror', fault: string) {
    super(fault)
    this.result = result
  }
}

/** Returns what a receiving server concludes about mail from the domain sent by the address (RFC 7208, section 4). */
export async function checkSpf(dns: Dns, { domain, address }: { domain: string; address: string }) {
  const run = { dns, address, sender: `postmaster@${domain}`, lookups: 0, domains: [] as string[] }
  const outcome = (result: SpfResult, fault: string | null): SpfOutcome => {
    const { lookups, domains } = run
    return { result, fault, lookups, domains }
  }
  try {
    return outcome(await checkHost(run, domain), null)
  } catch (error) {
    if (error instanceof SpfStopped) return outcome(error.result, error.message)
    throw error
  }
}

type Run = { dns: Dns; address: string; sender: string; lookups: number; domains: string[] }

async function checkHost(run: Run, domain: string): Promise<SpfResult> {
  const record = await readRecord(run, domain)
  if (record === null) return 'none'
  for (const mechanism of record.mechanisms)
    if (await matches(run, domain, mechanism)) return results[mechanism.qualifier]
  if (record.redirect === null) return 'neutral'
  const target = nameFor(run, domain, record.redirect)
  countLookup(run)
  const result = await checkHost(run, target)
  if (result === 'none')
    throw new SpfStopped('permerror', `${target}, to which it redirects, has no SPF record.`)
  return result
}

async function readRecord(run: Run, domain: string): Promise<SpfRecord | null> {
  run.domains.push(domain)
  const records = (await ask(run, domain, 'TXT')).filter(isSpf)
  const [text] = records
  if (text === undefined) return null
  if (records.length > 1)
    throw new SpfStopped('permerror', `${domain} has ${records.length} SPF records, and only one is allowed.`)
  const record = parseSpf(text)
  if ('unreadable' in record)
    throw new SpfStopped(
      'permerror',
      `“${record.unreadable.slice(0, 100)}” in the record of ${domain} cannot be read.`,
    )
  return record
}

async function matches(run: Run, domain: string, mechanism: SpfMechanism): Promise<boolean> {
  const { name, value } = mechanism
  if (name === 'all') return true
  if (name === 'ip4' || name === 'ip6') return isWithin(run.address, value, mechanism)
  countLookup(run)
  // Receivers should no longer use it, and it would need the reverse names of the address.
  if (name === 'ptr') return false
  const target = value === '' ? domain : nameFor(run, domain, value)
  if (name === 'exists') return (await ask(run, target, 'A')).length > 0
  if (name === 'a') return holds(run, target, mechanism)
  if (name === 'mx') return mailServersHold(run, target, mechanism)
  const result = await checkHost(run, target)
  if (result === 'none') throw new SpfStopped('permerror', `${target}, which it includes, has no SPF record.`)
  return result === 'pass'
}

async function holds(run: Run, name: string, mechanism: SpfMechanism): Promise<boolean> {
  const networks = await ask(run, name, isIPv4(run.address) ? 'A' : 'AAAA')
  return networks.some((network) => isWithin(run.address, network, mechanism))
}

async function mailServersHold(run: Run, name: string, mechanism: SpfMechanism): Promise<boolean> {
  const servers = await ask(run, name, 'MX')
  if (servers.length > MAX_MX_NAMES)
    throw new SpfStopped('permerror', `${name} has more than ${MAX_MX_NAMES} mail servers.`)
  for (const server of servers) if (server !== '' && (await holds(run, server, mechanism))) return true
  return false
}

function countLookup(run: Run): void {
  run.lookups += 1
  if (run.lookups > MAX_SPF_LOOKUPS)
    throw new SpfStopped(
      'permerror',
      `Reading it takes more than ${MAX_SPF_LOOKUPS} lookups, at which receivers give up.`,
    )
}

function nameFor({ address, sender }: Run, domain: string, text: string): string {
  const name = expandMacros(text, { address, domain, sender })
  if (name === null || !isDomainName(name))
    throw new SpfStopped(
      'permerror',
      `“${text.slice(0, 100)}” in the record of ${domain} is not a valid name.`,
    )
  return name
}

async function ask(run: Run, name: string, type: DnsType): Promise<readonly string[]> {
  const answer = await run.dns(name, type)
  if (answer === 'unreachable') throw new SpfStopped('temperror', `No name server answered for ${name}.`)
  return answer
}

type MacroValues = { address: string; domain: string; sender: string }

/** Expands macros such as `%{ir}.%{v}._spf.%{d2}` (RFC 7208, section 7). Returns null for unknown ones. */
export function expandMacros(text: string, values: MacroValues): string | null {
  let isKnown = true
  const expanded = text.replaceAll(
    /%(?:%|_|-|\{([a-z])(\d{0,3})(r?)([.\-+,/_=]*)\}|)/gi,
    (found, letter: string | undefined, digits = '', reverse = '', delimiters = '') => {
      if (found === '%%') return '%'
      if (found === '%_') return ' '
      if (found === '%-') return '%20'
      const value = letter === undefined ? null : valueOf(letter.toLowerCase(), values)
      if (value === null || digits === '0') {
        isKnown = false
        return ''
      }
      return transform(value, { digits, isReversed: reverse !== '', delimiters: delimiters || '.' })
    },
  )
  return isKnown ? expanded : null
}

function valueOf(letter: string, { address, domain, sender }: MacroValues): string | null {
  const [local = '', senderDomain = ''] = sender.split('@')
  const values: Readonly<Record<string, string>> = {
    s: sender,
    l: local,
    o: senderDomain,
    d: domain,
    h: senderDomain,
    p: 'unknown',
    v: isIPv4(address) ? 'in-addr' : 'ip6',
    i: isIPv4(address) ? address : nibblesOf(address),
  }
  return values[letter] ?? null
}

type Transform = { digits: string; isReversed: boolean; delimiters: string }

function transform(value: string, { digits, isReversed, delimiters }: Transform): string {
  const parts: string[] = []
  let part = ''
  for (const letter of value) {
    if (!delimiters.includes(letter)) part += letter
    else {
      parts.push(part)
      part = ''
    }
  }
  parts.push(part)
  const ordered = isReversed ? parts.toReversed() : parts
  return (digits === '' ? ordered : ordered.slice(-Number(digits))).join('.')
}

/** Returns the hexadecimal digits of an IPv6 address, separated by dots. */
function nibblesOf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const missing = 8 - groups(head).length - groups(tail).length
  const all = address.includes('::')
    ? [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)]
    : groups(address)
  return all
    .map((group) => group.padStart(4, '0'))
    .join('')
    .split('')
    .join('.')
}
