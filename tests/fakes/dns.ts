import type { DnsAnswer, DnsLookup } from '#app/platform/email/sending-domain/dns-lookup.server.ts'

type Zone = Readonly<Record<string, DnsAnswer>>

/** Answers from a table of `TYPE name`, and with no records for everything else. */
export function createFakeDns(zone: Zone): { lookUpDns: DnsLookup; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    lookUpDns: async (name, type) => {
      asked.push(`${type} ${name}`)
      return zone[`${type} ${name.toLowerCase()}`] ?? []
    },
  }
}
