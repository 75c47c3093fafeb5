import { globSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPublicAddress } from '#app/platform/ip-addresses.ts'

import { guardedFetch } from './guarded-fetch.server.ts'
import { createGuardedRequest } from './guarded-request.server.ts'

/** Files that open connections without the guard, each with the reason why outsiders cannot choose the address. */
const connecting: Readonly<Record<string, string>> = {
  'app/features/ai/providers/provider-fetch.server.ts': 'guarded, except for addresses of the environment',
  'app/features/mailbox/imap-client.server.ts': 'checkedLookup, except for IMAP_URL',
  'app/features/site-trial/reading/measure-home.server.ts': 'its fetch is fetch-within, which is guarded',
  'app/features/site-trial/reading/read-trial-site.server.ts': 'its fetch is fetch-within, which is guarded',
  'app/platform/db/availability.server.ts': 'names the type of a socket of DATABASE_URL',
  'app/platform/db/postgres.server.ts': 'DATABASE_URL',
  'app/platform/email/mail-transport.server.ts': 'checkedLookup, except for SMTP_URL',
  'app/platform/email/sending-domain/dns-lookup.server.ts':
    'asks the resolver of the machine, and connects to no answer',
  'app/platform/files/s3-store.server.ts': 'guarded where an owner typed the bucket (connected-store)',
  'app/platform/http/guarded-fetch.server.ts': 'the guard',
  'app/platform/http/guarded-request.server.ts': 'the guard',
  'app/platform/search-engines/tell-search-engines.job.server.ts': 'INDEXNOW_URL or the fixed address',
  'app/platform/signals/postgres-signals.server.ts': 'DATABASE_URL',
  'app/platform/tracing/otlp-exporter.server.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
}

const MODULES =
  /(?:^import (?!type)(?:(?!^import )[^;])*?from |import\()'(?:(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)|undici|ws|imapflow|nodemailer|aws4fetch|pg)'/m
/** Imports from Node's modules with which no connection can be opened to another server. */
const HARMLESS =
  /^import \{ (?:(?:BlockList|isIP|isIPv4|isIPv6|STATUS_CODES|createServer)(?:, )?)+ \} from 'node:\w+'$/gm
const GLOBAL_FETCH = /(?<![.\w'])fetch\(|[=:?] fetch(?=$|[,)\s])|globalThis\.fetch/m

/** Leaves out comments and types, which may mention such a name. */
function connects(source: string): boolean {
  const code = source
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/typeof fetch/g, '')
    .replaceAll(/^\s+(?:async )?fetch\(.*\{$/gm, '')
    .replaceAll(HARMLESS, '')
  return MODULES.test(code) || GLOBAL_FETCH.test(code)
}

test('only the files of the list connect to others', () => {
  const files = globSync('app/**/*.server.{ts,tsx}').concat(globSync('app/**/*.route.{ts,tsx}'))
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((path) => connects(readFileSync(path, 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(connecting))
})

const byte = fc.nat(255)
const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
const tail = (groups: number) => fc.array(group, { minLength: groups, maxLength: groups })

/** IPv4 addresses that lead inward (RFC 6890). */
const inner4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), byte, byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(198), fc.constantFrom(18, 19), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(0), fc.constantFrom(0, 2), byte),
)

const number = ([a, b, c, d]: readonly number[]) =>
  ((a ?? 0) * 256 ** 3 + (b ?? 0) * 256 ** 2 + (c ?? 0) * 256 + (d ?? 0)) >>> 0
const hex = (value: number) => `0x${value.toString(16)}`
const octal = (value: number) => `0${value.toString(8)}`
const wide = (text: string) =>
  text.replaceAll(/[\d.]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const groupsOf = (address: readonly number[]) => {
  const value = number(address)
  return `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
}

/** Ways to write an IPv4 address in a URL, and IPv6 addresses that lead to it. */
const writings: Readonly<Record<string, (address: readonly number[]) => string>> = {
  plain: (a) => a.join('.'),
  'one number': (a) => String(number(a)),
  'one hexadecimal number': (a) => hex(number(a)),
  'one octal number': (a) => octal(number(a)),
  'hexadecimal parts': (a) => a.map(hex).join('.'),
  'octal parts': (a) => a.map(octal).join('.'),
  'two parts': (a) => `${a[0]}.${number([0, ...a.slice(1)])}`,
  'three parts': (a) => `${a[0]}.${a[1]}.${number([0, 0, ...a.slice(2)])}`,
  'a trailing dot': (a) => `${a.join('.')}.`,
  'wide digits': (a) => wide(a.join('.')),
  'percent signs': (a) => a.join('.').replaceAll('.', '%2E'),
  mapped: (a) => `[::ffff:${a.join('.')}]`,
  'mapped in hexadecimal': (a) => `[::ffff:${groupsOf(a)}]`,
  compatible: (a) => `[::${groupsOf(a)}]`,
  translated: (a) => `[::ffff:0:${groupsOf(a)}]`,
  NAT64: (a) => `[64:ff9b::${groupsOf(a)}]`,
  'local NAT64': (a) => `[64:ff9b:1::${groupsOf(a)}]`,
  '6to4': (a) => `[2002:${groupsOf(a)}::1]`,
  Teredo: (a) => `[2001:0:${groupsOf(a)}::1]`,
}

const inner6 = fc.oneof(
  fc.constantFrom('::', '::1'),
  tail(7).map((groups) => `fe80:${groups.join(':')}`),
  tail(7).map((groups) => `fec0:${groups.join(':')}`),
  tail(7).map((groups) => `fd12:${groups.join(':')}`),
  tail(7).map((groups) => `ff02:${groups.join(':')}`),
  tail(6).map((groups) => `2001:db8:${groups.join(':')}`),
)

/** Throws if it is asked to resolve a name, because every address here must be recognised as an IP address. */
const resolve = () => Promise.reject(new Error('This is no name.'))
const refused = { ok: false, reason: 'address' }

test.each(Object.entries(writings))(
  'an inner address that is written as %s is never asked',
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(inner4, fc.constantFrom('http', 'https'), async (address, scheme) => {
        const url = `${scheme}://${write(address)}/`
        expect(await guardedFetch(url, { resolve }), url).toEqual(refused)
        await expect(createGuardedRequest({ loopback: false })(url), url).rejects.toThrow()
      }),
    )
  },
)

test('an inner IPv6 address is never asked, nor one with a zone', async () => {
  await fc.assert(
    fc.asyncProperty(inner6, fc.constantFrom('', '%25eth0', '%eth0'), async (address, zone) => {
      expect(await guardedFetch(`http://[${address}${zone}]/`, { resolve })).toEqual(refused)
    }),
  )
})

test('a name that has an inner address among others is never asked, however the resolver writes it', async () => {
  const inner = fc.oneof(
    inner4.map((address) => address.join('.')),
    inner4.map((address) => `::ffff:${address.join('.')}`),
    inner6,
    inner6.map((address) => `${address}%eth0`),
  )
  const outer = fc.constantFrom<string>('93.184.216.34', '2606:2800:220:1::1')
  await fc.assert(
    fc.asyncProperty(inner, fc.array(outer), fc.nat(3), async (bad, good, at) => {
      const all = good.toSpliced(at, 0, bad)
      const answers = all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(await guardedFetch('http://a.example/', { resolve: async () => answers })).toEqual(refused)
      expect(isPublicAddress(bad)).toBe(false)
    }),
  )
})
