import type { IncomingMessage } from 'node:http'

import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/** Some proxies add the port, which would make each connection look like a different visitor. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/

/**
 * Returns an IPv4 address whole, and the network of an IPv6 address, because one visitor has all 2^64 addresses of it.
 * @param trustProxy a number of hops, or addresses, ranges and names (loopback, linklocal, uniquelocal).
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
  // `::ffff:203.0.113.7` and `203.0.113.7` are the same visitor.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
