import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { guardedFetch } from './guarded-fetch.server.ts'

async function startPages(answer: RequestListener): Promise<{ origin: string; asked: () => number }> {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked }
}

const toPrivate = async () => [{ address: '10.0.0.1', family: 4 }]
const atOnce = { maxTime: 300 }

test('a page is fetched with its address and type', async () => {
  const { origin } = await startPages((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new?a=1' }).end()
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
        .end(gzipSync(`cookie: ${request.headers.cookie ?? 'none'}`))
  })
  const outcome = await guardedFetch(`${origin}/old`, { loopback: true })
  expect(outcome).toMatchObject({
    ok: true,
    url: `${origin}/new?a=1`,
    contentType: 'text/html; charset=utf-8',
  })
  expect(outcome.ok && new TextDecoder().decode(outcome.bytes)).toBe('cookie: none')
})

test('without the setting this machine is never asked, and an open port looks like a closed one', async () => {
  const { origin, asked } = await startPages((_request, response) => response.end('secret'))
  const open = await guardedFetch(origin)
  const closed = await guardedFetch('http://127.0.0.1:1/')
  expect(open).toEqual({ ok: false, reason: 'address' })
  expect(closed).toEqual(open)
  expect(asked()).toBe(0)
})

test('what a page cannot be is refused by kind', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  const { origin } = await startPages((request, response) => {
    switch (request.url) {
      case '/loop':
        return response.writeHead(302, { location: '/loop' }).end()
      case '/inside':
        return response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
      case '/file':
        return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      case '/missing':
        return response.writeHead(404, { 'content-type': 'text/html' }).end('gone')
      case '/pdf':
        return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
      case '/lies':
        return response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' })
          .end('plain')
      case '/bomb':
        return response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end(bomb)
      case '/slow':
        return response.writeHead(200, { 'content-type': 'text/html' }).write('a')
      default:
        return response.destroy()
    }
  })
  const outcome = (path: string, maxTime = 30_000) =>
    guardedFetch(`${origin}${path}`, { loopback: true, maxTime })
  expect(await outcome('/loop')).toEqual({ ok: false, reason: 'redirects' })
  expect(await outcome('/inside')).toEqual({ ok: false, reason: 'address' })
  expect(await outcome('/file')).toEqual({ ok: false, reason: 'address' })
  expect(await outcome('/missing')).toEqual({ ok: false, reason: 'status', status: 404 })
  expect(await outcome('/pdf')).toEqual({ ok: false, reason: 'type' })
  expect(await outcome('/lies')).toMatchObject({ ok: false })
  expect(await outcome('/bomb')).toEqual({ ok: false, reason: 'too-large' })
  expect(await outcome('/slow', 500)).toEqual({ ok: false, reason: 'too-slow' })
  expect(await outcome('/cut')).toEqual({ ok: false, reason: 'unreachable' })
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'http://example.com:22/',
  'https://example.com:8443/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://224.0.0.1/',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
])('%s is never asked', async (url) => {
  let isResolved = false
  const resolve = async () => {
    isResolved = true
    return [{ address: '93.184.216.34', family: 4 }]
  }
  expect(await guardedFetch(url, { ...atOnce, resolve })).toEqual({ ok: false, reason: 'address' })
  expect(isResolved).toBe(false)
})

test('three redirects are followed and a fourth is not', async () => {
  const { origin, asked } = await startPages((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('here')
  })
  expect(await guardedFetch(`${origin}/3`, { loopback: true })).toMatchObject({ ok: true })
  expect(await guardedFetch(`${origin}/4`, { loopback: true })).toEqual({ ok: false, reason: 'redirects' })
  expect(asked()).toBe(8)
})

test('five megabytes unpacked are taken and a byte more is not', async () => {
  const limit = 5 * 1024 * 1024
  const { origin } = await startPages((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(Number(request.url?.slice(1)), 'a')))
  })
  const whole = await guardedFetch(`${origin}/${limit}`, { loopback: true })
  expect(whole.ok && whole.bytes.byteLength).toBe(limit)
  const larger = await guardedFetch(`${origin}/${limit + 1}`, { loopback: true })
  expect(larger).toEqual({ ok: false, reason: 'too-large' })
})

test('a name that changes its mind between looking and connecting, or on the way, is not followed inside', async () => {
  const { origin, asked } = await startPages((_request, response) => {
    response.writeHead(302, { location: 'http://rebind.example/' }).end()
  })
  const answers = [[{ address: '10.0.0.1', family: 4 }]]
  let looks = 0
  const resolve = async () => {
    looks += 1
    return answers.shift() ?? [{ address: '93.184.216.34', family: 4 }]
  }
  expect(await guardedFetch(origin, { loopback: true, resolve })).toEqual({ ok: false, reason: 'address' })
  // The name was resolved only once, so the checked address is the one that is used.
  expect([asked(), looks]).toEqual([1, 1])
})

test('a page that never ends is cut off at its size', async () => {
  const { origin } = await startPages((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
    }
    response.on('drain', more)
    more()
  })
  expect(await guardedFetch(origin, { loopback: true })).toEqual({ ok: false, reason: 'too-large' })
})

test('a name is refused when any of its addresses is private', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '192.168.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    [],
  ]) {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await guardedFetch('http://example.com/', { resolve }), addresses.join(' ')).toEqual({
      ok: false,
      reason: 'address',
    })
  }
})

for (const { title, isHere, cases } of corporaOf('ssrf'))
  test.skipIf(!isHere)(`asks for no address inside (${title})`, async () => {
    for (const { url, expect: expected } of cases<{ url: string; expect: string }>()) {
      if (expected === 'either') continue
      const outcome = await guardedFetch(url, { ...atOnce, resolve: toPrivate })
      // Tests have no network, so an allowed address fails as unreachable or too slow.
      if (expected === 'allow') expect(outcome, url).not.toMatchObject({ reason: 'address' })
      else expect(outcome, url).toEqual({ ok: false, reason: 'address' })
    }
  })
