import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test, vi } from 'vitest'

import type { QueryKeys } from './application.ts'
import { PageCache, type PageCacheOptions } from './page-cache.ts'

const HTML = `<!doctype html><p>${'Hello '.repeat(50)}</p>`

function createCache(options: Partial<PageCacheOptions> = {}): PageCache {
  return new PageCache({
    sessionCookie: 'foyer_session',
    queryKeys: () => ({}),
    isCanonical: () => true,
    headers: {},
    ...options,
  })
}

function page(body = HTML, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  const headers = { 'content-type': 'text/html', 'cache-control': 'public, max-age=0', ...init.headers }
  return new Response(body, { ...init, headers })
}

/** Calls the cache with the parts of request and response that it uses. */
function ask(cache: PageCache, key: string, headers: Record<string, string> = {}, method = 'GET') {
  let answer: { status: number; headers: Record<string, unknown>; body?: Buffer } | null = null
  const response = {
    writeHead(status: number, sent: Record<string, unknown>) {
      answer = { status, headers: sent }
    },
    end(body?: Buffer) {
      if (answer && body) answer.body = body
    },
  }
  const request = { method, headers } as unknown as IncomingMessage
  const served = cache.serve(key, request, response as unknown as ServerResponse)
  expect(served).toBe(answer !== null)
  return answer as { status: number; headers: Record<string, unknown>; body?: Buffer } | null
}

async function createFilledCache(options: Partial<PageCacheOptions> = {}): Promise<PageCache> {
  const cache = createCache(options)
  await cache.fill('/', undefined, async () => page(HTML, { headers: { 'content-length': '3' } }))
  return cache
}

test('a key ignores query keys that do not count and keeps the others in the declared order', () => {
  const isKnown = (value: string) => /^[a-c]$/.test(value)
  const keys = { service: isKnown, plan: isKnown }
  const cache = createCache({ queryKeys: (path): QueryKeys => (path === '/contact' ? keys : {}) })
  expect(cache.keyOf('GET', '/contact', undefined)).toBe('/contact')
  expect(cache.keyOf('GET', '/contact?utm_source=x&fbclid=1', undefined)).toBe('/contact')
  expect(cache.keyOf('GET', '/contact?plan=b&x=1&service=a', undefined)).toBe('/contact?service=a&plan=b')
  expect(cache.keyOf('GET', '/contact?plan=b&plan=c', undefined)).toBe('/contact?plan=b')
  expect(cache.keyOf('GET', '/contact?p%6can=%62', undefined)).toBe('/contact?plan=b')
  expect(cache.keyOf('HEAD', '/about?service=a', undefined)).toBe('/about')
})

test('all invalid query values share one key, and its response is cached', async () => {
  const cache = createCache({ queryKeys: () => ({ page: (value) => value === '2' }) })
  const unknown = ['3', '02', 'x', '', '2%20', '3&page=2'].map((value) =>
    cache.keyOf('GET', `/blog?page=${value}`, undefined),
  )
  expect(new Set(unknown)).toEqual(new Set(['/blog?page=']))
  const missing = () => Promise.resolve(new Response('no such page', { status: 404 }))
  expect((await cache.fill('/blog?page=', undefined, missing)).status).toBe(404)
  expect(ask(cache, '/blog?page=', { 'if-none-match': '*' })).toMatchObject({
    status: 404,
    headers: { 'cache-control': 'no-store' },
    body: Buffer.from('no such page'),
  })
  await cache.fill('/blog?page=2', undefined, missing)
  expect(ask(cache, '/blog?page=2')).toBeNull()
})

test('a path in another spelling than its own has no key', () => {
  const cache = createCache({ isCanonical: (path) => path === '/about' })
  expect(cache.keyOf('GET', '/about?utm_source=x', undefined)).toBe('/about')
  for (const url of ['/%61bout', '/x/../about', '/about#1', '/About?x'])
    expect(cache.keyOf('GET', url, undefined), url).toBeNull()
})

test('writes and visitors with a session never share a page', () => {
  const cache = createCache()
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', undefined])
    expect(cache.keyOf(method, '/', undefined)).toBeNull()
  for (const url of ['//evil.example/contact', '//', 'http://evil.example/', '*'])
    expect(cache.keyOf('GET', url, undefined), url).toBeNull()
  expect(cache.keyOf('GET', '/', 'theme=dark; __Host-foyer_session=x')).toBeNull()
  expect(cache.keyOf('GET', '/', 'foyer_session=x')).toBeNull()
  expect(cache.keyOf('GET', '/', 'theme=dark')).toBe('/')
})

test('a missing page leaves the response untouched', () => {
  expect(ask(createCache(), '/')).toBeNull()
})

test('a page is rendered once for all who ask meanwhile, then served from memory', async () => {
  const cache = createCache({ headers: { 'x-content-type-options': 'nosniff' } })
  let renders = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const render = async () => {
    renders += 1
    await held
    return page()
  }
  const asked = [
    cache.fill('/', undefined, render),
    cache.fill('/', undefined, render),
    cache.fill('/', undefined, render),
  ]
  release()
  const bodies = await Promise.all(asked.map(async (response) => (await response).text()))
  expect(bodies).toEqual([HTML, HTML, HTML])
  expect(renders).toBe(1)
  expect(ask(cache, '/')).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'content-length': HTML.length,
      vary: 'Accept-Encoding, Cookie',
    },
    body: Buffer.from(HTML),
  })
})

test('a purge forgets all pages', async () => {
  const cache = await createFilledCache()
  cache.purge()
  expect(cache.size).toBe(0)
  expect(ask(cache, '/')).toBeNull()
})

const tagged = (body = HTML) => page(body, { headers: { etag: '"one"' } })

test('after a purge a page is answered again once the application says that it has not changed', async () => {
  const cache = createCache()
  await cache.fill('/', 'br', async () => tagged())
  cache.purge()
  expect(ask(cache, '/')).toBeNull()
  const render = vi.fn(async () => new Response(null, { status: 304 }))
  const asked = [cache.fill('/', undefined, render), cache.fill('/', undefined, render)]
  for (const response of asked) expect(await (await response).text()).toBe(HTML)
  expect(render.mock.calls).toEqual([['"one"']])
  expect(ask(cache, '/', { 'accept-encoding': 'br' })?.headers).toMatchObject({ 'content-encoding': 'br' })
  cache.purge()
  expect(await (await cache.fill('/', undefined, async () => tagged('new'))).text()).toBe('new')
  expect(ask(cache, '/')?.body?.toString()).toBe('new')
})

test('a page that comes compressed is sent so, and unpacked to those who accept it otherwise', async () => {
  const cache = createCache()
  const body = new Uint8Array(brotliCompressSync(HTML))
  const headers = { 'content-type': 'text/html', 'cache-control': 'public', 'content-encoding': 'br' }
  const filled = await cache.fill('/', 'br', async () => new Response(body, { headers }))
  expect([filled.headers.get('content-encoding'), new Uint8Array(await filled.arrayBuffer())]).toEqual([
    'br',
    body,
  ])
  const plain = ask(cache, '/')
  expect([plain?.headers['content-encoding'], plain?.body?.toString()]).toEqual([undefined, HTML])
  const zipped = await cache.fill('/', 'gzip', () => Promise.reject(new Error('It is kept.')))
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(HTML)
})

test('a page that changes while it is checked is checked again', async () => {
  const cache = createCache()
  await cache.fill('/', undefined, async () => tagged())
  cache.purge()
  await cache.fill('/', undefined, async () => {
    cache.purge()
    return new Response(null, { status: 304 })
  })
  expect(ask(cache, '/')).toBeNull()
})

test('a page that is gone is forgotten', async () => {
  const cache = createCache()
  await cache.fill('/', undefined, async () => tagged())
  cache.purge()
  const gone = () => Promise.resolve(new Response('gone', { status: 404 }))
  expect((await cache.fill('/', undefined, gone)).status).toBe(404)
  expect([cache.size, ask(cache, '/')]).toEqual([0, null])
})

test('a render overtaken by a purge answers those who waited and is not kept', async () => {
  const cache = createCache()
  const { promise: old, resolve: release } = Promise.withResolvers<Response>()
  const waiting = [cache.fill('/', undefined, () => old), cache.fill('/', undefined, () => old)]
  cache.purge()
  const fresh = await cache.fill('/', undefined, async () => page('new'))
  release(page('old'))
  expect(await fresh.text()).toBe('new')
  for (const response of waiting) expect(await (await response).text()).toBe('old')
  expect(ask(cache, '/')?.body?.toString()).toBe('new')
  expect(cache.size).toBe(1)
})

test('a render overtaken by a purge does not unseat the one that follows it', async () => {
  const cache = createCache()
  const { promise: old, resolve: releaseOld } = Promise.withResolvers<Response>()
  const { promise: next, resolve: releaseNext } = Promise.withResolvers<Response>()
  const first = cache.fill('/', undefined, () => old)
  cache.purge()
  const second = cache.fill('/', undefined, () => next)
  releaseOld(page('old'))
  await first
  const third = cache.fill('/', undefined, async () => page('never rendered'))
  releaseNext(page('new'))
  expect(await (await second).text()).toBe('new')
  expect(await (await third).text()).toBe('new')
})

test.each([
  ['another status', page(HTML, { status: 404 })],
  ['a partial answer', page(HTML, { status: 206 })],
  ['a cookie', page(HTML, { headers: { 'set-cookie': 'a=b' } })],
  ['a private page', page(HTML, { headers: { 'cache-control': 'private' } })],
  ['a page that says nothing', new Response(HTML)],
])('%s is answered and never kept', async (_what, response) => {
  const cache = createCache()
  expect(await cache.fill('/', undefined, async () => response)).toBe(response)
  expect(cache.size).toBe(0)
  expect(ask(cache, '/')).toBeNull()
})

test('a visitor who waits for a page that cannot be shared gets a render of their own', async () => {
  const cache = createCache()
  let renders = 0
  const render = async () => page(`visitor ${(renders += 1)}`, { headers: { 'cache-control': 'private' } })
  const responses = await Promise.all([
    cache.fill('/', undefined, render),
    cache.fill('/', undefined, render),
    cache.fill('/', undefined, render),
  ])
  const bodies = await Promise.all(responses.map((response) => response.text()))
  expect(new Set(bodies).size).toBe(3)
})

test('a render that throws fails for its own asker alone, and the next may try again', async () => {
  const cache = createCache()
  const failing = cache.fill('/', undefined, async () => Promise.reject(new Error('no database')))
  const waiting = cache.fill('/', undefined, async () => page('mended'))
  await expect(failing).rejects.toThrow('no database')
  expect(await (await waiting).text()).toBe('mended')
  await cache.fill('/', undefined, async () => page('mended'))
  expect(ask(cache, '/')?.status).toBe(200)
})

test('who waits for a page is sent it in the encoding they prefer', async () => {
  const cache = createCache()
  const asked = ['br', 'gzip', undefined].map((accept) => cache.fill('/', accept, async () => page()))
  const [br, gzip, identity] = await Promise.all(asked)
  expect(br?.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync((await br?.arrayBuffer()) ?? '').toString()).toBe(HTML)
  // The first render is compressed only for the visitor who started it.
  for (const other of [gzip, identity]) {
    expect(other?.headers.get('content-encoding')).toBeNull()
    expect(await other?.text()).toBe(HTML)
  }
  expect(ask(cache, '/', { 'accept-encoding': 'br' })?.headers['content-encoding']).toBe('br')
})

test('a page that is asked for again is compressed better, and for everybody', async () => {
  const body = `<!doctype html>${Array.from({ length: 4000 }, (_, n) => `<p>${n * n} words</p>`).join('')}`
  const cache = createCache()
  const first = await cache.fill('/', 'br', async () => page(body))
  const quick = (await first.arrayBuffer()).byteLength
  await vi.waitFor(() => {
    expect(Number(ask(cache, '/', { 'accept-encoding': 'br' })?.headers['content-length'])).toBeLessThan(
      quick,
    )
    expect(ask(cache, '/', { 'accept-encoding': 'gzip' })?.headers['content-encoding']).toBe('gzip')
  })
})

test('the plain text of a page is kept only if somebody asks for it', async () => {
  const long = HTML.repeat(100)
  const keptOf = async (accept: string | undefined) => {
    const cache = createCache({ maxBytes: 4 * long.length })
    for (let at = 0; at < 20; at += 1) await cache.fill(`/${at}`, accept, async () => page(long))
    return cache.size
  }
  expect(await keptOf('br')).toBe(20)
  expect(await keptOf('gzip')).toBe(20)
  expect(await keptOf(undefined)).toBeLessThan(5)
})

test('each encoding is served with its own length and tag, and unpacks to the page', async () => {
  const cache = await createFilledCache()
  ask(cache, '/')
  await vi.waitFor(() =>
    expect(ask(cache, '/', { 'accept-encoding': 'br' })?.headers).toHaveProperty('content-encoding'),
  )
  const identity = ask(cache, '/')
  const gzip = ask(cache, '/', { 'accept-encoding': 'gzip' })
  const br = ask(cache, '/', { 'accept-encoding': 'gzip, br' })
  expect(identity?.headers).not.toHaveProperty('content-encoding')
  expect(gzip?.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': gzip?.body?.length })
  expect(br?.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': br?.body?.length })
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(HTML)
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(HTML)
  expect(new Set([identity, gzip, br].map((answer) => answer?.headers['etag'])).size).toBe(3)
})

test.each([
  ['its tag', (etag: string) => etag],
  ['its weak tag', (etag: string) => `W/${etag}`],
  ['a list', (etag: string) => `"other", W/"else" , ${etag}`],
  ['a star', () => '*'],
])('who knows the page by %s gets 304 without a body', async (_what, header) => {
  const cache = await createFilledCache()
  const etag = String(ask(cache, '/')?.headers['etag'])
  const answer = ask(cache, '/', { 'if-none-match': header(etag) })
  expect(answer).toMatchObject({ status: 304, headers: { etag, vary: 'Accept-Encoding, Cookie' } })
  expect(answer?.body).toBeUndefined()
  expect(answer?.headers).not.toHaveProperty('content-length')
})

test('who knows another page or another encoding of it gets it whole', async () => {
  const cache = await createFilledCache()
  ask(cache, '/')
  await vi.waitFor(() =>
    expect(ask(cache, '/', { 'accept-encoding': 'br' })?.headers).toHaveProperty('content-encoding'),
  )
  const etag = String(ask(cache, '/')?.headers['etag'])
  for (const header of ['"other"', '', etag.slice(1, -1)])
    expect(ask(cache, '/', { 'if-none-match': header })?.status, header).toBe(200)
  expect(ask(cache, '/', { 'if-none-match': etag, 'accept-encoding': 'br' })?.status).toBe(200)
})

test('HEAD is answered as GET, without the body', async () => {
  const cache = await createFilledCache()
  const get = ask(cache, '/')
  const head = ask(cache, '/', {}, 'HEAD')
  expect(head).toEqual({ status: 200, headers: get?.headers })
})

test('a page is kept for an hour', async () => {
  let now = 0
  const cache = await createFilledCache({ now: () => now })
  now = 3_600_000 - 1
  expect(ask(cache, '/')?.status).toBe(200)
  now += 1
  expect(ask(cache, '/')).toBeNull()
  expect(cache.size).toBe(0)
})

test('beyond its bytes the cache forgets the pages unused for longest', async () => {
  const cache = createCache({ maxBytes: 64 * 1024 })
  const fill = (key: string) => cache.fill(key, undefined, async () => page('x'.repeat(10_000)))
  for (const key of ['/home', '/1', '/2', '/3']) await fill(key)
  for (const key of ['/4', '/5', '/6', '/7', '/8', '/9']) {
    expect(ask(cache, '/home')?.status, key).toBe(200)
    await fill(key)
  }
  expect(cache.size).toBeLessThan(7)
  expect(ask(cache, '/1')).toBeNull()
  expect(ask(cache, '/9')?.status).toBe(200)
})

test('a page filled by a client without compression is sent compressed to the next who accepts it', async () => {
  const cache = await createFilledCache()
  expect(ask(cache, '/', { 'accept-encoding': 'br' })).toBeNull()
  const render = vi.fn<() => Promise<Response>>()
  const answer = await cache.fill('/', 'br', render)
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(render).not.toHaveBeenCalled()
  expect(ask(cache, '/', { 'accept-encoding': 'br' })?.headers['content-encoding']).toBe('br')
})

test('what is compressed already is kept as it is, in every encoding', async () => {
  const cache = createCache()
  const bytes = Buffer.alloc(4000, 'png')
  await cache.fill('/image.png', undefined, async () =>
    page(bytes.toString(), { headers: { 'content-type': 'image/png' } }),
  )
  const answer = ask(cache, '/image.png', { 'accept-encoding': 'br, gzip' })
  expect(answer?.body).toEqual(bytes)
  expect(answer?.headers['content-encoding']).toBeUndefined()
  await cache.fill('/icon.svg', undefined, async () =>
    page(HTML, { headers: { 'content-type': 'image/svg+xml' } }),
  )
  ask(cache, '/icon.svg')
  await vi.waitFor(() =>
    expect(ask(cache, '/icon.svg', { 'accept-encoding': 'br' })?.headers['content-encoding']).toBe('br'),
  )
})
