import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

import proxyAddr from 'proxy-addr'

/**
 * Finds whom to count a request against: the visitor's IPv4 address, or the /64 that a visitor with IPv6 has whole.
 * Without `trustProxy` it is the connection's own, and no forwarded header is believed. `trustProxy` lists proxies by
 * address, range or name (loopback, linklocal, uniquelocal), or counts hops from here.
 * @throws {TypeError} when it does not parse.
 */
export function createClientAddress(trustProxy: string | null): (request: IncomingMessage) => string {
  const trust = compileTrust(trustProxy)
  return (request) => subjectOf(proxyAddr(request, trust))
}

function compileTrust(trustProxy: string | null): (address: string, hop: number) => boolean {
  if (trustProxy === null) return () => false
  if (/^\d+$/.test(trustProxy)) return (_address, hop) => hop < Number(trustProxy)
  const trusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
  return (address, hop) => trusted(address, hop)
}

function subjectOf(address: string | undefined): string {
  if (!address) return 'unknown'
  // `::ffff:203.0.113.7` and `203.0.113.7` are one visitor.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${network64(address)}::/64` : address
}

/** The first four groups of an IPv6 address, written out. */
function network64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
