import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { compressPage, preferredEncoding, variantsFor } from './page-variants.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['*', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 ,gzip ;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0.0', 'identity'],
  ['br;q=0.01', 'br'],
  ['xbr, gzipped', 'identity'],
])('of %j the encoding is %s', (accept, encoding) => {
  expect(preferredEncoding(accept)).toBe(encoding)
})

test('a page for one visitor is sent in the encoding they prefer, and nothing else is touched', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8', vary: 'Cookie', 'content-length': '5' }
  const compressed = await compressPage(new Response('Hello', { status: 404, headers }), 'br')
  expect([
    compressed.status,
    compressed.headers.get('content-encoding'),
    compressed.headers.get('vary'),
  ]).toEqual([404, 'br', 'Cookie, Accept-Encoding'])
  expect(compressed.headers.has('content-length')).toBe(false)
  expect(brotliDecompressSync(await compressed.arrayBuffer()).toString()).toBe('Hello')
  const others = [
    new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    new Response('packed', { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } }),
    new Response(null, { status: 302, headers: { 'content-type': 'text/html' } }),
  ]
  for (const other of others) expect(await compressPage(other, 'br')).toBe(other)
  const plain = new Response('Hello', { headers })
  expect(await compressPage(plain, undefined)).toBe(plain)
})

test.each(['br', 'gzip', ''])('a kept page holds no memory but its own, encoding %j', async (accept) => {
  const page = { body: Buffer.from('<p>Hello</p>'), isBrotli: false }
  const variants = Object.values(await variantsFor(accept, page, { 'content-type': 'text/html' }))
  expect(variants).toHaveLength(1)
  for (const { body, wire } of variants) expect(body.buffer.byteLength).toBe(wire.length)
})
