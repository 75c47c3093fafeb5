import type { IncomingMessage } from 'node:http'

import proxyAddr from 'proxy-addr'

/**
 * Finds the visitor's address. Without `trustProxy` it is the connection's own, and no forwarded header is believed.
 * `trustProxy` lists proxies by address, range or name (loopback, linklocal, uniquelocal), or counts hops from here.
 * @throws {TypeError} when it does not parse.
 */
export function createClientAddress(trustProxy: string | null): (request: IncomingMessage) => string {
  const trust = compileTrust(trustProxy)
  return (request) => normalize(proxyAddr(request, trust))
}

function compileTrust(trustProxy: string | null): (address: string, hop: number) => boolean {
  if (trustProxy === null) return () => false
  if (/^\d+$/.test(trustProxy)) return (_address, hop) => hop < Number(trustProxy)
  const trusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()))
  return (address, hop) => trusted(address, hop)
}

/** `::ffff:203.0.113.7` and `203.0.113.7` are one visitor. */
function normalize(address: string | undefined): string {
  if (!address) return 'unknown'
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
