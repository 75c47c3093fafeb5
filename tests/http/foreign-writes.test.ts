import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

/** Returns every address of routes.ts, and those that are answered before the routes. */
function everyPath(): string[] {
  const pathsOf = (entry: RouteConfigEntry, base: string): string[] => {
    const own = entry.path ? `${base}/${entry.path.replaceAll(/:\w+/g, 'some-id').replace('*', 'any')}` : base
    return [own || '/', ...(entry.children ?? []).flatMap((child) => pathsOf(child, own))]
  }
  return [...new Set(['/api/pulse', ...routes.flatMap((entry) => pathsOf(entry, ''))])]
}

const paths = everyPath()

/** Programs in browsers may call these from other sites, but not with a session. */
const open = new Set(['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke'])

/** Returns the audit log, which has the owner's changes, and the leads, which visitors send. */
async function whatWasDone(cookie: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(`${server().url}${path}`, { headers: { cookie } })).text()
  return [
    (await read('/admin/audit.csv')).replaceAll(/.*lead.exported.*\r\n/g, ''),
    await read('/admin/leads.csv'),
  ]
}

test('there is something to write to', () => {
  expect(paths).toEqual(
    expect.arrayContaining([
      '/contact',
      '/api/inquiries',
      '/admin/login',
      '/admin/leads/some-id',
      '/api/pulse',
    ]),
  )
})

/** Every method is tried from another site; the other ways to hide the origin only with POST, as one rule is before all routes. */
test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s from another site, or with the session and no origin, is refused on every address',
  async (method) => {
    const { url } = server()
    const cookie = await signInByHttp(url)
    const before = await whatWasDone(cookie)
    const body = new URLSearchParams({
      intent: 'delete',
      name: 'A',
      email: 'a@example.com',
      message: 'Hello',
    })
    const evil = { cookie, origin: 'https://evil.example' }
    const ways: Record<string, Record<string, string>> = method === 'POST'
      ? {
          'another origin': evil,
          'an origin that hides': { cookie, origin: 'null' },
          'another site': { cookie, origin: url, 'sec-fetch-site': 'cross-site' },
          'another site without a session': { 'sec-fetch-site': 'cross-site' },
          'no origin': { cookie },
          'no origin, as the same site': { cookie, 'sec-fetch-site': 'same-origin' },
        }
      : { 'another origin': evil }
    for (const path of paths)
      for (const [from, headers] of Object.entries(ways))
        for (const asked of addressesOf(path, from)) {
          if (open.has(asked) && from === 'another site without a session') continue
          const init: RequestInit = { method, body, headers, redirect: 'manual' }
          const response = await fetch(`${url}${asked}`, init)
          await response.text()
          expect.soft(response.status, `${method} ${asked} from ${from}`).toBe(403)
        }
    expect(await whatWasDone(cookie)).toEqual(before)
  },
)

/** Scripts ask for the address that ends in `.data`. */
function addressesOf(path: string, from: string): string[] {
  if (path === '/api/pulse' || from !== 'another origin') return [path]
  return [path, `${path === '/' ? '/_root' : path}.data`]
}
