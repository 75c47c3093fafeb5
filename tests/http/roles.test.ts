import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { type Role, roles } from '#app/platform/permissions.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })
const cookies = new Map<Role, string>()

/** Returns every page below the admin's layout in routes.ts. */
function pagesOf(entry: RouteConfigEntry, base = ''): string[] {
  const path = entry.path ? `${base}/${entry.path.replaceAll(/:\w+|\*/g, 'some-id')}` : base
  return [path, ...(entry.children ?? []).flatMap((child) => pagesOf(child, path))]
}

const layout = routes.find((route) => route.id === 'admin-layout')
/** Leaves out streams, which do not end by themselves. */
const pages = [...new Set(layout ? pagesOf(layout) : [])].filter((path) => !/\/(events|changes)$/.test(path))

function ask(path: string, cookie: string, fields?: Record<string, string>) {
  return fetch(`${server().url}${path}`, {
    headers: { cookie, origin: server().url },
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
}

/** Invites a person, who accepts without a mail server. */
async function join(owner: string, role: Role): Promise<string> {
  const invited = await ask('/admin/team', owner, { intent: 'invite', email: `${role}@agency.test`, role })
  const token = /invitation\?token=([\w-]{43})/.exec(await invited.text())?.[1] ?? ''
  const password = 'seven geese on a gate'
  const accepted = await ask('/admin/invitation', '', {
    token,
    name: `The ${role}`,
    password,
    confirmPassword: password,
  })
  expect(accepted.status, role).toBe(303)
  return accepted.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

beforeAll(async () => {
  const owner = await signInByHttp(server().url)
  cookies.set('owner', owner)
  for (const role of roles.slice(1)) cookies.set(role, await join(owner, role))
})

const cookieOf = (role: Role) => cookies.get(role) ?? ''

test.each(roles)('no page of the admin breaks for the role %s', async (role) => {
  for (const path of pages) {
    const response = await ask(path, cookieOf(role))
    await response.body?.cancel()
    expect(response.status, path).toBeLessThan(500)
    expect(response.status, path).not.toBe(401)
  }
})

const may: Readonly<Record<Role, readonly string[]>> = {
  owner: [
    '/admin/team',
    '/admin/settings',
    '/admin/connections',
    '/admin/audit',
    '/admin/privacy',
    '/admin/api',
  ],
  editor: ['/admin/pages', '/admin/blog', '/admin/knowledge', '/admin/chatbot', '/admin/quality'],
  sales: ['/admin/leads', '/admin/conversations', '/admin/outbox', '/admin/pages', '/admin/knowledge'],
  viewer: ['/admin/leads', '/admin/conversations', '/admin/pages', '/admin/knowledge'],
}
const both = ['/admin', '/admin/account', '/admin/account/two-factor', '/admin/analytics']
const mayNot: Readonly<Record<Exclude<Role, 'owner'>, readonly string[]>> = {
  editor: [...may.owner, '/admin/leads', '/admin/conversations', '/admin/outbox'],
  sales: [...may.owner],
  viewer: [...may.owner, '/admin/outbox'],
}

test.each(roles)('the role %s opens what it may', async (role) => {
  for (const path of [...both, ...may[role]]) {
    const response = await ask(path, cookieOf(role))
    await response.body?.cancel()
    expect(response.status, path).toBe(200)
  }
})

test.each(['editor', 'sales', 'viewer'] as const)(
  'what the role %s may not open says so, inside the frame, with status 403',
  async (role) => {
    for (const path of mayNot[role]) {
      const response = await ask(path, cookieOf(role))
      const html = await response.text()
      expect(response.status, path).toBe(403)
      expect(html, path).toContain('Your role does not allow this.')
      expect(html, path).toContain('aria-label="Admin"')
    }
  },
)

test('the menu offers what the role may open', async () => {
  const html = await (await ask('/admin', cookieOf('sales'))).text()
  expect(html).toContain('href="/admin/leads"')
  for (const path of ['/admin/settings', '/admin/team', '/admin/api'])
    expect(html).not.toContain(`href="${path}"`)
})

test('a form that is posted by its address is refused too', async () => {
  const fields = { intent: 'invite', email: 'friend@agency.test', role: 'owner' }
  for (const role of ['editor', 'sales', 'viewer'] as const)
    expect((await ask('/admin/team', cookieOf(role), fields)).status, role).toBe(403)
})
