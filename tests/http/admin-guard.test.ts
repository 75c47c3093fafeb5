import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

/** Returns every address below the admin's layout in routes.ts. */
function guardedPaths(): string[] {
  const layout = routes.find((route) => route.id === 'admin-layout')
  const below = (entry: RouteConfigEntry, base: string): string[] => {
    const path = entry.path ? `${base}/${entry.path.replaceAll(/:\w+|\*/g, 'some-id')}` : base
    return [path, ...(entry.children ?? []).flatMap((child) => below(child, path))]
  }
  return [...new Set(layout ? below(layout, '') : [])]
}

const pages = guardedPaths()
const dataPaths = pages.flatMap((path) => [
  `${path}.data`,
  `${path}.data?_routes=features/leads/admin/leads-list.route`,
])

test('there is something to guard', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['/admin', '/admin/leads', '/admin/leads/some-id', '/admin/settings']),
  )
})

test.each(pages)('GET %s without a session leads to the login and shows nothing', async (path) => {
  const response = await fetch(`${server().url}${path}`, { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toMatch(/^\/admin\/login/)
  expect(await response.text()).toBe('')
})

test.each(dataPaths)('GET %s without a session gives a redirect and no rows', async (path) => {
  const response = await fetch(`${server().url}${path}`, { redirect: 'manual' })
  const body = await response.text()
  expect(response.status).toBe(202)
  expect(body).toContain('SingleFetchRedirect')
  expect(body).not.toMatch(/excerpt|siteName|total/)
})

test.each([...pages, ...pages.map((path) => `${path}.data`)])(
  'POST %s without a session changes nothing',
  async (path) => {
    const response = await fetch(`${server().url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'delete' }),
      headers: { origin: server().url },
      redirect: 'manual',
    })
    expect([202, 302]).toContain(response.status)
  },
)

test('a made-up session cookie opens nothing', async () => {
  const response = await fetch(`${server().url}/admin/leads`, {
    headers: { cookie: `foyer_session=${'a'.repeat(43)}` },
    redirect: 'manual',
  })
  expect(response.status).toBe(302)
})

test('the owner gets every page', async () => {
  const cookie = await signInByHttp(server().url)
  // The first redirects, the others have no page.
  const others = new Set([
    '/admin',
    '/admin/account/passkey',
    '/admin/account/push',
    '/admin/blog/imports/parts',
    '/admin/blog/suggestion',
    '/admin/chatbot/try',
    '/admin/images',
    '/admin/videos',
    '/admin/knowledge/pdfs',
    '/admin/privacy/export',
    '/admin/assistant',
    '/admin/assistant/answer',
    '/admin/replies/suggestion',
    '/admin/replies/translation',
  ])
  for (const path of pages.filter((page) => !page.includes('some-id') && !others.has(page))) {
    const response = await fetch(`${server().url}${path}`, { headers: { cookie }, redirect: 'manual' })
    expect(response.status, path).toBe(200)
    expect(response.headers.get('cache-control'), path).toMatch(/^no-store(, no-transform)?$/)
  }
})

test('an unknown address in the admin is reported inside its frame, with status 404', async () => {
  const cookie = await signInByHttp(server().url)
  for (const path of ['/admin/nothing', '/admin/leads/some-id', '/admin/some/deeper/page']) {
    const response = await fetch(`${server().url}${path}`, { headers: { cookie }, redirect: 'manual' })
    expect(response.status, path).toBe(404)
    const html = await response.text()
    expect(html, path).toContain('<h1 class="text-2xl font-semibold">Not found</h1>')
    expect(html, path).toContain('aria-label="Admin"')
  }
})

test('a session that was ended opens nothing any more', async () => {
  const { url } = server()
  const cookie = await signInByHttp(url)
  const headers = { cookie, origin: url }
  const logout = await fetch(`${url}/admin/logout`, { method: 'POST', headers, redirect: 'manual' })
  expect(logout.headers.get('set-cookie')).toMatch(/foyer_session=;.*Max-Age=0/)
  const after = await fetch(`${url}/admin/leads`, { headers: { cookie }, redirect: 'manual' })
  expect(after.status).toBe(302)
})
