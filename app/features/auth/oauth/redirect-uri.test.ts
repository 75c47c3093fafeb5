import { expect, test } from 'vitest'

import { ownBase, ownResource } from './own-addresses.ts'
import { faultOfRedirectUri, isRegistered, withAnswer } from './redirect-uri.ts'

test.each([
  'https://app.example/callback',
  'https://app.example',
  'https://app.example:8443/a?b=c',
  'http://localhost:1234/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:80/callback',
])('%s is a redirect URI', (uri) => {
  expect(faultOfRedirectUri(uri)).toBeNull()
  expect(isRegistered(uri, [uri])).toBe(true)
})

test.each([
  'http://app.example/callback',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'https://app.example/#',
  'https://app.example/callback#token',
  'https://user@app.example/',
  'https://app.example/?for=jane%40example.com',
  'https://app.example@evil.example/',
  'https://app.example\\@evil.example/',
  'https://app.example;script-src/',
  "https://app.example'/",
  'https:/app.example/',
  'https:app.example/',
  'https://APP.example/',
  'https://app.example/a b',
  'https://app.example/\n',
  'https://ä.example/',
  'https://app.example/?code=mine',
  'https://app.example/?state=mine',
  'https://127.0.0.1:99999/',
  'javascript:alert(1)',
  'data:text/html,x',
  'app://callback',
  'HTTPS://app.example/',
  'https://app.example%2F@evil.example/',
  'https://app.example:443@evil.example/',
  'https://app.example\u3002evil.example/',
  'https://app%2Eexample/',
  'https:///app.example/',
  'http://localhost./callback',
  'http://localhost%2Eevil.example/',
  'http://[::1%25lo]/callback',
  'http://[::ffff:127.0.0.1]/callback',
  'http://127.0.0.2/callback',
  'http://0.0.0.0/callback',
  '//app.example/',
  '/callback',
  '',
  `https://app.example/${'x'.repeat(500)}`,
])('%s is none', (uri) => {
  expect(faultOfRedirectUri(uri)).toBeTypeOf('string')
  expect(isRegistered(uri, [uri])).toBe(false)
})

test('a redirect URI is a registered one letter by letter, but for the port on the own machine', () => {
  const registered = ['https://app.example/callback', 'http://127.0.0.1:5173/callback']
  for (const uri of ['http://127.0.0.1:80/callback', 'http://127.0.0.1/callback'])
    expect(isRegistered(uri, registered), uri).toBe(true)
  for (const uri of [
    'https://app.example/callback/',
    'https://app.example/callback?x=1',
    'https://app.example./callback',
    'https://app.example/%63allback',
    'https://app.example/callback#',
    'https://app.example//callback',
    'https://app.example:444/callback',
    'https://app.example/other/../callback',
    'https://sub.app.example/callback',
    'http://localhost:5173/callback',
    'http://127.0.0.1:5173/other',
    'https://127.0.0.1:5173/callback',
  ])
    expect(isRegistered(uri, registered), uri).toBe(false)
})

test('the response keeps the query of a redirect URI unchanged', () => {
  expect(withAnswer('https://app.example/?a=%20b', { code: 'x', state: '&#' })).toBe(
    'https://app.example/?a=%20b&code=x&state=%26%23',
  )
})

test('only this server’s addresses are accepted as a token’s resource', () => {
  const own = 'https://agency.example'
  expect(ownResource(own, null)).toBe(`${own}/mcp`)
  for (const path of ['', '/', '/mcp', '/mcp/', '/api/v1'])
    expect(ownResource(own, `${own}${path}`)).not.toBeNull()
  for (const other of [
    'https://other.example/mcp',
    'http://agency.example/mcp',
    'https://agency.example:444/mcp',
    'https://agency.example/admin',
    'https://agency.example/mcp?x=1',
    'https://agency.example/mcp#x',
    'https://agency.example@evil.example/mcp',
    'http://localhost/mcp',
    'mcp',
  ])
    expect(ownResource(own, other), other).toBeNull()
  expect(ownResource('http://localhost:3000', 'http://127.0.0.1:4000/mcp')).toBe('http://localhost:3000/mcp')
  const asked = (host: string) => new Request('http://localhost:3000/mcp', { headers: { host } })
  expect(ownBase(own, asked('localhost:3000'))).toBe(own)
  const local = 'http://localhost:3000'
  expect(ownBase(local, asked('127.0.0.1:3000'))).toBe('http://127.0.0.1:3000')
  for (const host of ['evil.example', 'localhost@evil.example', 'localhost/x', ''])
    expect(ownBase(local, asked(host)), host).toBe(host === 'localhost/x' ? 'http://localhost' : local)
  expect(ownBase(local, new Request(local))).toBe(local)
})
