import { Resolver } from 'node:dns/promises'

export type DnsType = 'TXT' | 'A' | 'AAAA' | 'MX'

/** The records of a name, empty if there are none. 'unreachable' if no name server answered. */
export type DnsAnswer = readonly string[] | 'unreachable'

export type DnsLookup = (name: string, type: DnsType, signal: AbortSignal) => Promise<DnsAnswer>

/** The name or record does not exist, or cannot exist, for example with a label that is too long. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** @param servers replaces this machine's name servers */
export async function lookUpDns(
  name: string,
  type: DnsType,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<DnsAnswer> {
  if (signal.aborted) return 'unreachable'
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await resolve(resolver, name, type)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return typeof code === 'string' && absent.has(code) ? [] : 'unreachable'
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function resolve(resolver: Resolver, name: string, type: DnsType): Promise<string[]> {
  switch (type) {
    case 'TXT':
      // A text longer than 255 bytes is split into parts, which are joined without a separator.
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ exchange }) => exchange)
    case 'A':
      return resolver.resolve4(name)
    case 'AAAA':
      return resolver.resolve6(name)
  }
}
