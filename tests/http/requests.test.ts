import { once } from 'node:events'
import { connect } from 'node:net'

import { expect, test, vi } from 'vitest'

import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ TRUST_PROXY: 'loopback' })

const inquiry = { name: 'A', email: 'a@example.com', message: 'Hello', consent: 'on' }

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(`${server().url}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
}

/** Sends raw bytes, and reads until the server closes. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('the health checks report that it is alive and ready', async () => {
  expect((await fetch(`${server().url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server().url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server().url}/readyz/traffic`)).status).toBe(200)
})

test.each([
  '/',
  '/contact',
  '/no-such-page',
  '/favicon.svg',
  '/admin/login',
  '/api/contact-form',
  '/readyz',
  '/assets/none.js',
])('%s bears every security header and a request id', async (path) => {
  const { headers } = await fetch(`${server().url}${path}`)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/)
})

test('a page comes from the cache the second time, with the same bytes, and a 304 for its ETag', async () => {
  const url = `${server().url}/contact`
  const first = await fetch(url)
  const second = await fetch(url)
  const etag = second.headers.get('etag') ?? ''
  expect(await second.text()).toBe(await first.text())
  expect(etag).toMatch(/^W\/"[\w-]{22}-(br|gzip)"$/)
  const third = await fetch(url, { headers: { 'if-none-match': etag } })
  expect(third.status).toBe(304)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a GET of an address that only takes forms says so', async () => {
  const headers = { cookie: await signInByHttp(server().url), accept: 'text/html' }
  for (const path of ['/api/inquiries', '/admin/images', '/admin/account/push'])
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${server().url}${path}`, { method, headers })
      expect([response.status, response.headers.get('allow')], `${method} ${path}`).toEqual([405, 'POST'])
      const text = await response.text()
      expect(text).toBe(
        method === 'HEAD' ? '' : 'This address only receives what pages send; it has no page of its own.',
      )
    }
})

test('a method that an address does not take is answered with those that it takes', async () => {
  for (const [method, path] of [
    ['POST', '/blog'],
    ['DELETE', '/'],
    ['POST', '/blog/rss.xml'],
    ['PUT', '/robots.txt'],
    ['POST', '/samples/script-to-scene.mp4'],
  ] as const) {
    const response = await fetch(`${server().url}${path}`, { method })
    expect([response.status, response.headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
  }
})

test('a file is given in parts, or not again, only to who has the same (RFC 9110, 13 and 14)', async () => {
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(`${server().url}/samples/script-to-scene.mp4`, { method, headers })
    await response.body?.cancel()
    return response
  }
  const whole = await ask({})
  const modified = whole.headers.get('last-modified') ?? ''
  const range = 'bytes=0-99'
  expect(Date.parse(modified)).toBeGreaterThan(0)
  expect((await ask({ range, 'if-range': modified })).status).toBe(206)
  expect((await ask({ range, 'if-range': '"nope"' })).status).toBe(200)
  expect((await ask({ range: 'items=0-1' })).status).toBe(200)
  expect((await ask({ range }, 'HEAD')).status).toBe(200)
  expect((await ask({ 'if-modified-since': modified })).status).toBe(304)
})

test('campaign parameters share one page, the parameters of the page do not', async () => {
  const { url } = server()
  const plain = await (await fetch(`${url}/contact`)).text()
  expect(await (await fetch(`${url}/contact?utm_source=x&evil=<script>`)).text()).toBe(plain)
  const asked = await (await fetch(`${url}/contact?service=website-development&plan=professional`)).text()
  expect(asked).toContain('Website Development, Professional')
  const unknown = await (await fetch(`${url}/contact?service=%3Cscript%3E&plan=free`)).text()
  expect(unknown).toBe(plain)
})

test('a shared page contains nothing about a visitor', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', 'user-agent': 'needle-agent', cookie: 'a=needle' }
  const page = await (await fetch(`${server().url}/contact?needle=1`, { headers })).text()
  expect(page).not.toMatch(/needle|evil/)
})

test('a signed-in owner gets a page of their own, which no cache may keep', async () => {
  const cookie = await signInByHttp(server().url)
  const { headers } = await fetch(`${server().url}/`, { headers: { cookie } })
  expect(headers.get('cache-control')).toBe('private, no-cache')
})

test('an unknown path is a page with status 404 and its texts, and is logged', async () => {
  const response = await fetch(`${server().url}/nowhere/at%0Aall`)
  const page = await response.text()
  expect(response.status).toBe(404)
  expect(page).toContain('Oops! Page not found')
  expect(page).toContain('Return to Home')
  const refused = () =>
    server()
      .output()
      .split('\n')
      .find((text) => text.includes('page.refused') && text.includes('nowhere'))
  await vi.waitFor(() => expect(refused()).toBeDefined())
  expect(JSON.parse(refused() ?? '')).toMatchObject({ level: 'warn', path: '/nowhere/at%0Aall' })
})

test('a write from another site is refused, with or without a session', async () => {
  const body = new URLSearchParams(inquiry)
  for (const origin of ['https://evil.example', 'null']) {
    const response = await post('/api/inquiries', body, { origin })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('another site') })
  }
  expect((await post('/contact', body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const cookie = await signInByHttp(server().url)
  expect((await post('/admin/settings', body, { cookie })).status).toBe(403)
})

test('a body that is no form is refused with a sentence', async () => {
  const response = await post('/api/inquiries', JSON.stringify(inquiry), {
    'content-type': 'application/json',
  })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ error: expect.stringMatching(/form/) })
})

test('a body over the form’s limit, over the server’s limit, and one without a length', async () => {
  const threeMegabytes = new URLSearchParams({ ...inquiry, message: 'x'.repeat(3 * 1024 * 1024) })
  const overForm = await post('/api/inquiries', threeMegabytes)
  expect(overForm.status).toBe(413)
  expect(await overForm.json()).toMatchObject({ error: expect.stringContaining('shorten') })
  const overServer = await raw(
    `POST /api/inquiries HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${200 * 1024 * 1024}\r\nconnection: close\r\n\r\nx`,
  )
  expect(overServer).toMatch(/^HTTP\/1.1 413/)
  const chunk = `10000\r\n${'x'.repeat(0x1_00_00)}\r\n`
  const chunked = await raw(
    `POST /api/inquiries HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunk.repeat(40)}0\r\n\r\n`,
  )
  expect(chunked).toMatch(/^HTTP\/1.1 413/)
})

test('too many header bytes get a 431, invalid HTTP a 400', async () => {
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(10_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*content-security-policy/,
  )
  expect(await raw('NOT HTTP\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
})

test('a message whose end can be read in two ways is refused, so that no second one hides in it', async () => {
  const head =
    'POST /api/inquiries HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n'
  for (const lengths of [
    'content-length: 5\r\ntransfer-encoding: chunked\r\n',
    'content-length: 5\r\ncontent-length: 6\r\n',
    'transfer-encoding: identity, chunked, x\r\n',
    'content-length: +5\r\n',
  ])
    expect(
      await raw(`${head}${lengths}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`),
      lengths,
    ).toMatch(/^HTTP\/1.1 400(?![\s\S]*HTTP\/1.1)/)
})

test('an address that names another host is answered as ours, and no page is kept under it', async () => {
  for (const target of ['//', '//evil.example/contact', 'http://evil.example/contact']) {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer, target).toMatch(/^HTTP\/1.1 (200|301|404)/)
    expect(answer, target).not.toContain('evil.example')
  }
})

test('a plain post without script: thanks, or back with every word and what is wrong', async () => {
  const sent = await post('/contact', new URLSearchParams(inquiry), { origin: server().url })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact/thank-you'])
  const thanks = await (await fetch(`${server().url}/contact/thank-you`)).text()
  expect(thanks).toContain('Message Sent!')
  expect(thanks).not.toContain('A receipt is on its way')

  const wrong = new URLSearchParams({ ...inquiry, email: 'nobody', message: '<b>kept</b> "words"' })
  const refused = await post('/contact', wrong)
  const page = await refused.text()
  expect(refused.status).toBe(400)
  expect(page).toContain('Please enter an e-mail address such as name@example.com.')
  expect(page).toContain('&lt;b&gt;kept&lt;/b&gt; &quot;words&quot;')
  expect(page).toContain('value="nobody"')

  const long = await post('/contact', new URLSearchParams({ ...inquiry, message: 'y'.repeat(50_000) }))
  expect(long.status).toBe(400)
  expect(await long.text()).toContain('y'.repeat(50_000))
})

test('behind a proxy that speaks https, a form posts under the public address', async () => {
  const body = new URLSearchParams({ ...inquiry, message: 'By proxy' })
  const response = await raw(
    `POST /contact HTTP/1.1\r\nhost: internal:8080\r\norigin: ${server().url}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.toString().length}\r\nconnection: close\r\n\r\n${body}`,
  )
  expect(response).toMatch(/^HTTP\/1.1 303/)
})

test('built files are immutable and compressed beforehand', async () => {
  const page = await (await fetch(`${server().url}/`)).text()
  const script = /src="(\/assets\/entry[^"]+)"/.exec(page)?.[1] ?? ''
  for (const encoding of ['br', 'gzip']) {
    const response = await fetch(`${server().url}${script}`, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe(encoding)
  }
  const outside = await raw(
    'GET /assets/..%2f..%2fpackage.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  )
  expect(outside).toMatch(/^HTTP\/1.1 404/)
})

test('no secret and no message is logged', async () => {
  await post('/contact', new URLSearchParams({ ...inquiry, message: 'needle-in-message' }))
  await post('/admin/login', new URLSearchParams({ email: 'x@example.com', password: 'needle-in-password' }))
  expect(server().output()).not.toMatch(/needle-in|a phrase only for tests|127\.0\.0\.1/)
})

test('TRACE does not echo what a proxy has added to a request', async () => {
  const answer = await raw(
    'TRACE / HTTP/1.1\r\nhost: localhost\r\nx-secret: seven\r\nconnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD, POST/)
  expect(answer).not.toContain('seven')
})

test('a read with an invalid origin is answered like any other', async () => {
  for (const origin of ['null', 'http://[', '\u00ff'])
    for (const path of ['/admin/login', '/contact.data', '/api/chat'])
      expect((await fetch(`${server().url}${path}`, { headers: { origin } })).status, path).toBe(200)
})

test('a form of too many fields is refused, however small they are', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of ['/api/inquiries', '/contact'])
    expect((await post(path, 'a&'.repeat(30_000), headers)).status, path).toBe(413)
})

test('two Host headers, and addresses that every browser would have resolved, are refused', async () => {
  expect(await raw('GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400/,
  )
  for (const target of ['/x/../contact', '/%2e%2E/contact', '/./contact', '/contact#1', '/contact/////////'])
    expect(await raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`), target).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*content-security-policy/,
    )
})

test('all invalid values of the page query get one response', async () => {
  const answers = await Promise.all(
    ['0', '00002', '2x', '-1', '99999'].map((page) => fetch(`${server().url}/blog?page=${page}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts).size).toBe(1)
})

test('unfinished bodies of one address are limited to its share, and other addresses are served', async () => {
  const head = 'POST /api/inquiries HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.9\r\n'
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
    socket.on('error', () => {})
    const answer = once(socket, 'data').then(([chunk]) => String(chunk))
    socket.write(
      `${head}content-type: multipart/form-data; boundary=x\r\ncontent-length: 60000\r\n\r\n--x\r\n`,
    )
    return { socket, answer: answer.catch(() => '') }
  })
  const refused = await Promise.all(sockets.slice(32).map(({ answer }) => answer))
  for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d/)
  const honest = await fetch(`${server().url}/api/inquiries`, {
    method: 'POST',
    body: new URLSearchParams({ ...inquiry, message: 'From elsewhere' }),
    headers: { 'x-forwarded-for': '198.51.100.4' },
  })
  expect(honest.status).toBe(200)
  for (const { socket } of sockets) socket.destroy()
})
