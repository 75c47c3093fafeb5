import ipaddr from 'ipaddr.js'

type Network = {
  readonly name: string
  readonly share: number
}

/** An IPv6 connection has at least a /64, often a /56 or /48, and can use any address in it. */
const prefixes = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
] as const

/** Returns the networks to count an address under, widest last. @param address an IPv4 address or a /64 */
export function networksOf(address: string): readonly Network[] {
  const plain = address.replace(/\/64$/, '')
  if (!ipaddr.IPv6.isValid(plain)) return [{ name: address, share: 1 }]
  return prefixes.map(({ bits, share }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`)
    return { name: `${network.toRFC5952String()}/${bits}`, share }
  })
}

/** Public IPv6 unicast addresses (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
