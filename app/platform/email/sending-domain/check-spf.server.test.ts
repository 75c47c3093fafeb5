import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createFakeDns } from '#tests/fakes/dns.ts'

import { checkSpf, expandMacros } from './check-spf.server.ts'
import { isWithin, parseSpf } from './parse-spf.ts'

const signal = new AbortController().signal

function check(zone: Parameters<typeof createFakeDns>[0], address: string, domain = 'agency.dev') {
  const { lookUpDns } = createFakeDns(zone)
  return checkSpf((name, type) => lookUpDns(name, type, signal), { domain, address })
}

const google = {
  'TXT _spf.google.com': ['v=spf1 include:_netblocks.google.com include:_netblocks2.google.com ~all'],
  'TXT _netblocks.google.com': ['v=spf1 ip4:35.190.247.0/24 ip4:209.85.128.0/17 ~all'],
  'TXT _netblocks2.google.com': ['v=spf1 ip6:2001:4860:4000::/36 ip6:2a00:1450:4000::/36 ~all'],
}

test.each([
  ['v=spf1 -all', '203.0.113.9', 'fail', 0],
  ['v=spf1 ~all', '203.0.113.9', 'softfail', 0],
  ['v=spf1 ?all', '203.0.113.9', 'neutral', 0],
  ['v=spf1', '203.0.113.9', 'neutral', 0],
  ['v=spf1 +all', '203.0.113.9', 'pass', 0],
  ['v=spf1 ip4:203.0.113.0/24 -all', '203.0.113.9', 'pass', 0],
  ['v=spf1 ip4:203.0.113.0/24 -all', '203.0.114.9', 'fail', 0],
  ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8:1::5', 'pass', 0],
  ['v=spf1 ip6:2001:db8::/32 -all', '203.0.113.9', 'fail', 0],
  ['V=SPF1 IP4:203.0.113.9 -ALL', '203.0.113.9', 'pass', 0],
  ['v=spf1 a -all', '198.51.100.7', 'pass', 1],
  ['v=spf1 a/24 -all', '198.51.100.200', 'pass', 1],
  ['v=spf1 a:mail.agency.dev -all', '198.51.100.8', 'pass', 1],
  ['v=spf1 a:mail.agency.dev//64 -all', '2001:db8:8::99', 'pass', 1],
  ['v=spf1 mx -all', '198.51.100.8', 'pass', 1],
  ['v=spf1 mx -all', '198.51.100.9', 'fail', 1],
  ['v=spf1 -mx ip4:198.51.100.0/24 -all', '198.51.100.8', 'fail', 1],
  ['v=spf1 include:_spf.google.com ~all', '209.85.220.41', 'pass', 2],
  ['v=spf1 include:_spf.google.com ~all', '2a00:1450:4000::1', 'pass', 3],
  ['v=spf1 include:_spf.google.com ~all', '203.0.113.9', 'softfail', 3],
  ['v=spf1 redirect=_spf.google.com', '209.85.220.41', 'pass', 2],
  ['v=spf1 redirect=_spf.google.com', '203.0.113.9', 'softfail', 3],
  ['v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all', '203.0.113.9', 'pass', 1],
  ['v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all', '203.0.113.10', 'fail', 1],
  ['v=spf1 ptr -all', '203.0.113.9', 'fail', 1],
  ['v=spf1 exp=explain.agency.dev unknown=thing -all', '203.0.113.9', 'fail', 0],
])('%s with mail from %s is %s after %i lookups', async (record, address, result, lookups) => {
  const zone = {
    ...google,
    'TXT agency.dev': ['google-site-verification=abc', record],
    'A agency.dev': ['198.51.100.7'],
    'MX agency.dev': ['mail.agency.dev'],
    'A mail.agency.dev': ['198.51.100.8'],
    'AAAA mail.agency.dev': ['2001:db8:8::1'],
    'A 9.113.0.203.in-addr._spf.agency.dev': ['127.0.0.2'],
  }
  expect(await check(zone, address)).toMatchObject({ result, lookups })
})

test.each([
  ['two records', ['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  ['a misspelt mechanism', ['v=spf1 inculde:_spf.google.com -all'], '“inculde:_spf.google.com”'],
  ['an include without a name', ['v=spf1 include: -all'], '“include:”'],
  ['a network that is none', ['v=spf1 ip4:203.0.113.0/33 -all'], '“ip4:203.0.113.0/33”'],
  ['an address that is none', ['v=spf1 ip4:203.0.113.300 -all'], '“ip4:203.0.113.300”'],
  ['an include of a domain without a record', ['v=spf1 include:none.agency.dev -all'], 'has no SPF record'],
  ['a redirect to a domain without a record', ['v=spf1 redirect=none.agency.dev'], 'has no SPF record'],
  ['a record that includes itself', ['v=spf1 include:agency.dev -all'], 'more than 10 lookups'],
  ['a macro that is none', ['v=spf1 exists:%{z}.agency.dev -all'], 'is not a valid name'],
  [
    'eleven includes',
    [`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:i${n}.dev`).join(' ')} -all`],
    '10 lookups',
  ],
])('%s breaks it, with the reason', async (_case, records, fault) => {
  const includes = Object.fromEntries(
    Array.from({ length: 11 }, (_, n) => [`TXT i${n}.dev`, ['v=spf1 ip4:198.51.100.1 -all']]),
  )
  const outcome = await check({ ...includes, 'TXT agency.dev': records }, '203.0.113.9')
  expect(outcome).toMatchObject({ result: 'permerror', fault: expect.stringContaining(fault) })
})

test('ten lookups are allowed, and what does not begin as SPF is none', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `i${n}.dev`)
  const zone = Object.fromEntries(names.map((name) => [`TXT ${name}`, ['v=spf1 -all']]))
  const record = `v=spf1 ${names.map((name) => `include:${name}`).join(' ')} -all`
  expect(await check({ ...zone, 'TXT agency.dev': [record] }, '203.0.113.9')).toMatchObject({
    result: 'fail',
    lookups: 10,
  })
  expect(await check({ 'TXT agency.dev': ['v=spf10 -all', 'spf1 -all'] }, '203.0.113.9')).toMatchObject({
    result: 'none',
  })
  expect(await check({ 'TXT agency.dev': 'unreachable' }, '203.0.113.9')).toMatchObject({
    result: 'temperror',
  })
})

test.each([
  ['%{s}', 'strong-bad@email.example.com'],
  ['%{o}', 'email.example.com'],
  ['%{d4}', 'email.example.com'],
  ['%{d2}', 'example.com'],
  ['%{d1}', 'com'],
  ['%{dr}', 'com.example.email'],
  ['%{d2r}', 'example.email'],
  ['%{l-}', 'strong.bad'],
  ['%{lr-}', 'bad.strong'],
  ['%{l1r-}', 'strong'],
  ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
  ['%{lr-}.lp._spf.%{d2}', 'bad.strong.lp._spf.example.com'],
  ['%%%_%-', '% %20'],
])('the macros of RFC 7208, section 7.4: %s is %s', (text, expanded) => {
  const values = {
    address: '192.0.2.3',
    domain: 'email.example.com',
    sender: 'strong-bad@email.example.com',
  }
  expect(expandMacros(text, values)).toBe(expanded)
})

test('an IPv6 address expands to its digits', () => {
  const values = { address: '2001:db8::cb01', domain: 'a.dev', sender: 'x@a.dev' }
  expect(expandMacros('%{ir}.%{v}', values)).toBe(
    '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6',
  )
})

test('an address lies in the networks of its prefixes, and in no other family', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(part, part, part, part), fc.integer({ min: 1, max: 32 }), (parts, prefix4) => {
      const address = parts.join('.')
      const number = parts.reduce((all, each) => all * 256 + each, 0)
      const size = 2 ** (32 - prefix4)
      const outside = (Math.floor(number / size) * size + size) % 2 ** 32
      const other = [24, 16, 8, 0].map((bits) => Math.floor(outside / 2 ** bits) % 256).join('.')
      const prefixes = { prefix4, prefix6: 128 }
      expect(isWithin(address, address, prefixes)).toBe(true)
      expect(isWithin(other, address, prefixes)).toBe(false)
      expect(isWithin('::1', address, prefixes)).toBe(false)
    }),
  )
})

test('whatever stands in a record, it is read or refused, and evaluating it ends', async () => {
  const term = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'include:agency.dev',
      'a',
      'mx:b.dev/0',
      '%{',
      'exists:%{d9r}',
      'redirect=agency.dev',
      '?all',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 20 }), async (terms) => {
      const record = `v=spf1 ${terms.join(' ')}`
      expect(parseSpf(record)).toBeDefined()
      const { lookups } = await check({ 'TXT agency.dev': [record] }, '203.0.113.9')
      expect(lookups).toBeLessThan(12)
    }),
  )
})
