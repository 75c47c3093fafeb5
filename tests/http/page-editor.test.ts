import { expect, test } from 'vitest'

import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()
const FRAME = '/admin/pages/about/frame'
const DRAFT = '/admin/pages/about/draft'

async function ask(path: string, json?: unknown, type = 'application/json') {
  const headers = { cookie: await signInByHttp(server().url), origin: server().url, 'content-type': type }
  const body = typeof json === 'string' ? json : JSON.stringify(json)
  return fetch(`${server().url}${path}`, {
    redirect: 'manual',
    headers,
    ...(json !== undefined && { method: 'POST', body }),
  })
}

const head = (title: string, id = 'head') => ({ id, type: 'page-head', version: 1, props: { title } })

test('the page in the frame is the owner’s alone, in a frame of our own alone, and runs nothing', async () => {
  for (const init of [{}, { method: 'POST', body: '{}', headers: { origin: server().url } }]) {
    const stranger = await fetch(`${server().url}${FRAME}`, { redirect: 'manual', ...init })
    expect(stranger.status).toBe(302)
    expect(await stranger.text()).toBe('')
  }
  const response = await ask(FRAME)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(html).not.toMatch(/<script|modulepreload|[\uE000-\uE01F]/)
  expect(html).toMatch(/<header/)
  expect(html).toMatch(/<section data-block="[a-z-]+"/)
  expect(html).toContain('data-edit')

  const editor = await ask('/admin/pages/about')
  expect(editor.headers.get('x-frame-options')).toBe('DENY')
  expect(editor.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('blocks that are being edited are shown and not kept, whatever they say', async () => {
  const hostile = '</h1><script>alert(1)</script><img src=x onerror=alert(1)>'
  const html = await (await ask(FRAME, { blocks: [head(hostile)] })).text()
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<img src=x/)
  expect(await (await ask(FRAME)).text()).not.toContain('alert(1)')
})

test('an invalid document is refused, and an unknown page is not found', async () => {
  expect((await ask(FRAME, 'intent=x', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await ask(FRAME, '{')).status).toBe(400)
  expect((await ask(FRAME, { blocks: 'x' })).status).toBe(400)
  expect((await ask(FRAME, { blocks: [{ id: 'A B' }] })).status).toBe(400)
  expect((await ask(FRAME, JSON.stringify({ blocks: 'x'.repeat(1_100_000) }))).status).toBe(413)
  expect((await ask('/admin/pages/nowhere/frame')).status).toBe(404)
  expect((await ask('/admin/pages/nowhere')).status).toBe(404)
  expect((await ask('/admin/pages/nowhere/draft', { version: 1, document: { name: 'x' } })).status).toBe(404)
  expect((await ask(DRAFT, { version: 'x' })).status).toBe(400)
})

test('a draft is kept with its version, faults are told by their places, and a clash with both texts', async () => {
  const document = (title: string) => ({ name: 'About', blocks: [head(title)] })
  const wrong = await ask(DRAFT, { version: 1, document: document('x'.repeat(121)) })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ fields: { 'head/title': expect.stringContaining('120') } })

  expect(await (await ask(DRAFT, { version: 1, document: document('Mine') })).json()).toEqual({ version: 2 })
  const clash = await ask(DRAFT, { version: 1, document: document('Theirs') })
  expect(clash.status).toBe(409)
  expect(await clash.json()).toMatchObject({ version: 2, conflict: { current: document('Mine') } })

  const published = await ask(
    '/admin/pages/about',
    'intent=publish&version=1',
    'application/x-www-form-urlencoded',
  )
  expect(published.status).toBe(409)
})
