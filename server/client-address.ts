import type { IncomingMessage } from 'node:http'

import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/** Some proxies forward the visitor's port too, which would make each connection a visitor of its own. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/

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

function subjectOf(given: string | undefined): string {
  const address = given?.replace(WITH_PORT, '$1$2').split('%')[0]
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  // `::ffff:203.0.113.7` and `203.0.113.7` are one visitor.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
