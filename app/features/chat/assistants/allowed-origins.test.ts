import { expect, test } from 'vitest'

import { isAllowedOrigin, parseOrigin } from './allowed-origins.ts'

test.each([
  ['https://shop.example', 'https://shop.example'],
  [' HTTPS://Shop.Example/ ', 'https://shop.example'],
  ['shop.example', 'https://shop.example'],
  ['https://shop.example:443', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.shop.example', 'https://*.shop.example'],
  ['*.shop.example', 'https://*.shop.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is the origin %s', (typed, origin) => {
  expect(parseOrigin(typed)).toBe(origin)
})

test.each([
  '',
  '*',
  'https://*',
  'https://*.example',
  'https://*.*.shop.example',
  'https://a.*.shop.example',
  'https://shop.*',
  'http://shop.example',
  'http://*.localhost',
  'https://shop.example/path',
  'https://shop.example?x=1',
  'https://user@shop.example',
  'shop',
  'ftp://shop.example',
  'javascript:alert(1)',
  'null',
  "https://shop.example'; script-src *",
  'https://shop;img-src.example',
])('%s is none', (typed) => {
  expect(parseOrigin(typed)).toBeNull()
})

test('a wildcard stands for exactly one label of an address with https', () => {
  const allowed = ['https://shop.example', 'https://*.help.example', 'https://*.port.example:8443']
  for (const origin of [
    'https://shop.example',
    'https://de.help.example',
    'https://a_b.help.example',
    'https://a.port.example:8443',
  ])
    expect(isAllowedOrigin(allowed, origin), origin).toBe(true)
  for (const origin of [
    'http://shop.example',
    'https://www.shop.example',
    'https://shop.example.evil.example',
    'https://help.example',
    'https://a.b.help.example',
    'http://de.help.example',
    'https://a.port.example',
    'https://evilhelp.example',
    'https://*.help.example',
    'https://de.help.example/',
    'https://DE.help.example',
    'https://a https: ; x.help.example',
    'https://a\thttps:;x.help.example',
    "https://a;script-src'unsafe-inline'.help.example",
    'https://evil%2eexample?a https: ; x.help.example',
    'https://user@de.help.example',
    'null',
    '',
  ])
    expect(isAllowedOrigin(allowed, origin), origin).toBe(false)
})
