import ipaddr from 'ipaddr.js'

/** All of IPv6 that is given to hosts (RFC 4291); translation, site-local and compatible addresses lie outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is a host's on the public internet: neither private nor local, in whatever notation. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
