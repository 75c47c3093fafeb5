import { generateKeyPairSync } from 'node:crypto'

import { expect, test } from 'vitest'

import { createFakeDns } from '#tests/fakes/dns.ts'

import { domainOf, domainsUpFrom, isReserved } from './domain-name.ts'
import { findDkim } from './find-dkim.server.ts'
import { findDmarc } from './find-dmarc.server.ts'
import { findSpf } from './find-spf.server.ts'

const signal = new AbortController().signal

function dnsOf(zone: Parameters<typeof createFakeDns>[0]) {
  const { lookUpDns } = createFakeDns(zone)
  return (name: string, type: Parameters<typeof lookUpDns>[1]) => lookUpDns(name, type, signal)
}

const relays = {
  'TXT sendgrid.net': ['v=spf1 ip4:167.89.0.0/17 ~all'],
  'TXT _spf.google.com': ['v=spf1 ip4:209.85.128.0/17 ~all'],
  'A mail.agency.dev': ['198.51.100.8'],
}

test.each([
  [['v=spf1 include:sendgrid.net ~all'], 'smtp.sendgrid.net', 'good', 'covers smtp.sendgrid.net', null],
  [
    ['v=spf1 include:_spf.google.com ~all'],
    'smtp.sendgrid.net',
    'bad',
    'does not include SendGrid',
    'v=spf1 include:_spf.google.com include:sendgrid.net ~all',
  ],
  [
    ['v=spf1 mx redirect=_spf.google.com'],
    'smtp.sendgrid.net',
    'bad',
    'SendGrid',
    'v=spf1 mx include:sendgrid.net redirect=_spf.google.com',
  ],
  [['v=spf1 a:mail.agency.dev -all'], 'mail.agency.dev', 'good', 'covers mail.agency.dev', null],
  [['v=spf1 -all'], 'mail.agency.dev', 'bad', 'does not cover', 'v=spf1 a:mail.agency.dev -all'],
  [['v=spf1 -all'], 'smtp.other-host.dev', 'warning', 'cannot be determined', null],
  [['v=spf1 include:_spf.google.com -all'], null, 'warning', 'Connect your mail server', null],
  [['v=spf1 -all'], 'smtp.postmarkapp.com', 'good', 'its own domain', null],
  [['v=spf1 mx all'], 'mail.agency.dev', 'bad', 'anybody', 'v=spf1 mx ~all'],
  [[], 'smtp.gmail.com', 'bad', 'no SPF record', 'v=spf1 include:_spf.google.com ~all'],
  [[], 'mail.agency.dev', 'bad', 'no SPF record', 'v=spf1 a:mail.agency.dev ~all'],
  [[], null, 'bad', 'no SPF record', 'v=spf1 mx ~all'],
  [['v=spf1 -all', 'v=spf1 mx -all'], 'mail.agency.dev', 'bad', '2 SPF records', null],
])('SPF %j for %s is %s', async (records, host, state, words, value) => {
  const dns = dnsOf({ ...relays, 'TXT agency.dev': records })
  const finding = await findSpf(dns, { domain: 'agency.dev', host })
  expect(finding).toMatchObject({ state, record: value === null ? null : { name: 'agency.dev', value } })
  expect(finding.sentences.join(' ')).toContain(words)
})

const keyOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const strong = keyOf(2048)

test.each([
  [`v=DKIM1; k=rsa; p=${strong}`, 'good', 'selector s1'],
  [`k=rsa; p=${strong}`, 'good', 'selector s1'],
  [`v=DKIM1;p=${strong.slice(0, 100)} ${strong.slice(100)};`, 'good', 'selector s1'],
  [`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`, 'good', 'selector s1'],
  [`v=DKIM1; t=y:s; p=${strong}`, 'warning', 'remove t=y'],
  [`v=DKIM1; p=${keyOf(1024)}`, 'good', '2048 are recommended'],
  [`v=DKIM1; p=${keyOf(512)}`, 'bad', '512 bits'],
  ['v=DKIM1; p=', 'bad', 'revoked'],
  [`v=DKIM1; k=rsa; p=${strong.slice(0, 60)}`, 'bad', 'cannot be read'],
  ['v=DKIM1; k=ed25519; p=AAAA', 'bad', 'cannot be read'],
  ['v=spf1 -all', 'bad', 'no DKIM key under s1._domainkey.agency.dev'],
  ['p=a; p=b', 'bad', 'no DKIM key'],
])('DKIM %.40s is %s', async (record, state, words) => {
  const dns = dnsOf({ 'TXT s1._domainkey.agency.dev': [record] })
  const finding = await findDkim(dns, { domain: 'agency.dev', host: null, selector: 's1' })
  expect(finding.state).toBe(state)
  expect(finding.sentences.join(' ')).toContain(words)
})

test('without a selector the usual ones are tried, and a sound key is preferred', async () => {
  const zone = {
    'TXT default._domainkey.agency.dev': ['v=DKIM1; p='],
    'TXT s2._domainkey.agency.dev': [`v=DKIM1; p=${strong}`],
  }
  const asked = { domain: 'agency.dev', host: 'smtp.sendgrid.net', selector: '' }
  expect(await findDkim(dnsOf(zone), asked)).toMatchObject({
    state: 'good',
    found: expect.stringMatching(/^s2: /),
  })
  expect(await findDkim(dnsOf({}), asked)).toMatchObject({ state: 'unknown' })
  expect((await findDkim(async () => 'unreachable', asked)).sentences[0]).toContain('No name server')
})

test.each([
  ['v=DMARC1; p=reject; rua=mailto:d@agency.dev', 'good', 'is refused'],
  ['v=DMARC1; p=quarantine; pct=20; rua=mailto:d@agency.dev', 'good', 'to 20 %'],
  ['v=DMARC1;p=none;rua=mailto:d@agency.dev', 'warning', 'change p=none'],
  ['v=DMARC1; p=NONE', 'warning', 'No reports'],
  ['v=DMARC1; rua=mailto:d@agency.dev', 'warning', 'delivered anyway'],
  ['v=DMARC1', 'bad', 'cannot be read'],
  ['v=DMARC1; p=block', 'bad', 'cannot be read'],
  ['v=DMARC1; p', 'bad', 'cannot be read'],
  ['p=none; v=DMARC1', 'bad', 'no DMARC record'],
])('DMARC %s is %s', async (record, state, words) => {
  const dns = dnsOf({ 'TXT _dmarc.agency.dev': [record] })
  const finding = await findDmarc(dns, { domain: 'agency.dev', reportsTo: 'desk@agency.dev' })
  expect(finding.state).toBe(state)
  expect(finding.sentences.join(' ')).toContain(words)
})

test('the DMARC record of a domain above holds, with its policy for those below', async () => {
  const zone = { 'TXT _dmarc.agency.dev': ['v=DMARC1; p=reject; sp=none; rua=mailto:d@agency.dev'] }
  const finding = await findDmarc(dnsOf(zone), { domain: 'mail.agency.dev', reportsTo: 'a@agency.dev' })
  expect(finding).toMatchObject({ state: 'warning' })
  expect(finding.sentences[0]).toContain('The DMARC record of agency.dev applies')
  const two = { 'TXT _dmarc.agency.dev': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }
  const both = await findDmarc(dnsOf(two), { domain: 'agency.dev', reportsTo: 'a@agency.dev' })
  expect(both.sentences[0]).toContain('2 DMARC records')
})

test('a hostile record is shown without what moves or hides text, and no longer than a screen', async () => {
  const record = `v=spf1 \u202E\u0007${'x'.repeat(5000)} -all`
  const { found } = await findSpf(dnsOf({ 'TXT agency.dev': [record] }), { domain: 'agency.dev', host: null })
  expect(found).toMatch(/^v=spf1 ··x+…$/)
})

test.each([
  ['desk@agency.dev', 'agency.dev'],
  ['"Echo, Ltd" <desk@agency.dev>', 'agency.dev'],
  ['Desk <desk@MÜNCHEN.de>', 'xn--mnchen-3ya.de'],
  ['desk@localhost', null],
  ['desk@[203.0.113.9]', null],
  ['desk', null],
])('%s is sent from %s', (mailbox, domain) => {
  expect(domainOf(mailbox)).toBe(domain)
})

test('reserved names are recognized, and the domains that may have a policy are listed', () => {
  expect(['lumivox.example', 'a.test', 'example.com', 'x.localhost'].every(isReserved)).toBe(true)
  expect(['agency.dev', 'testing.com', 'my-example.com'].some(isReserved)).toBe(false)
  expect(domainsUpFrom('a.b.agency.dev')).toEqual(['a.b.agency.dev', 'b.agency.dev', 'agency.dev'])
})
