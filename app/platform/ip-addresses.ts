import ipaddr from 'ipaddr.js'

type Network = {
  readonly name: string
  /** How many times as much as one address it may do. */
  readonly share: number
}

/** A line of IPv6 is given a /64, and often a /56 or /48 of them, among which it may change addresses as it likes. */
const prefixes = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
] as const

/**
 * What a visitor's address is counted by, the widest last: an IPv4 address by itself, of IPv6 each network that one line
 * may have whole.
 * @param address as the server gives it: an IPv4 address, or a /64.
 */
export function networksOf(address: string): readonly Network[] {
  const plain = address.replace(/\/64$/, '')
  if (!ipaddr.IPv6.isValid(plain)) return [{ name: address, share: 1 }]
  return prefixes.map(({ bits, share }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`)
    return { name: `${network.toRFC5952String()}/${bits}`, share }
  })
}

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
