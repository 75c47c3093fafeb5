import { beforeAll, expect, test } from 'vitest'

import { commands } from '#app/features/admin/palette/palette-commands.ts'
import type { Role } from '#app/platform/permissions.ts'
import { elements } from '#tests/support/page-html.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })
const cookies = new Map<Role, string>()

function ask(path: string, cookie: string, fields?: Record<string, string>) {
  return fetch(`${server().url}${path}`, {
    headers: { cookie, origin: server().url },
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
}

async function join(owner: string, role: Role): Promise<string> {
  const invited = await ask('/admin/team', owner, { intent: 'invite', email: `${role}@agency.test`, role })
  const token = /invitation\?token=([\w-]{43})/.exec(await invited.text())?.[1]
  const password = 'seven geese on a gate'
  const accepted = await ask('/admin/invitation', '', {
    token: String(token),
    name: `The ${role}`,
    password,
    confirmPassword: password,
  })
  return String(accepted.headers.get('set-cookie')?.split(';', 1)[0])
}

beforeAll(async () => {
  const owner = await signInByHttp(server().url)
  for (const role of ['editor', 'sales', 'viewer'] as const) cookies.set(role, await join(owner, role))
})

type PostForm = { page: string; action: string; fields: Record<string, string> }

/** Returns the forms that a browser could post, and the number of disabled ones. */
function formsOf(page: string, html: string): { enabled: PostForm[]; disabled: number } {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const forms = Array.from(main.matchAll(/<form\b[^>]*method="post"[\s\S]*?<\/form>/g), ([form]) => form)
  const enabled = forms.filter((form) => !/<fieldset[^>]*disabled/.test(form))
  return {
    disabled: forms.length - enabled.length,
    enabled: enabled.map((form) => {
      const named = [...elements(form, 'input'), ...elements(form, 'button')].filter(({ name }) => name)
      const fields = Object.fromEntries(named.map(({ name, value }) => [String(name), value ?? 'x']))
      return { page, action: elements(form, 'form')[0]?.action ?? page, fields }
    }),
  }
}

/** What belongs to the member alone may be changed by everybody. */
const ofMember = '/admin/account'
const lists = [...new Set(commands.map(({ path }) => String(path.split('?', 1)[0])))].filter(
  (path) => !path.startsWith(ofMember),
)

/** Collects the forms of one role's lists, and of the first few pages to which they link. */
async function formsFor(role: Role) {
  const cookie = String(cookies.get(role))
  const found = { enabled: [] as PostForm[], disabled: 0 }
  const seen = new Set<string>()
  const open = async (path: string): Promise<string> => {
    seen.add(path)
    const response = await ask(path, cookie)
    const html = await response.text()
    if (response.status !== 200) return ''
    const { enabled, disabled } = formsOf(path, html)
    found.enabled.push(...enabled)
    found.disabled += disabled
    return html
  }
  for (const list of lists) {
    const links = elements(await open(list), 'a').map(({ href }) => String(href))
    const inside = links.filter((href) => href.startsWith(`${list}/`) && !/[.?#]|preview/.test(href))
    for (const href of [...new Set(inside)].slice(0, 3)) if (!seen.has(href)) await open(href)
  }
  return found
}

test('a viewer finds no form that could be posted, and sees those of others disabled', async () => {
  const { enabled, disabled } = await formsFor('viewer')
  expect(enabled).toEqual([])
  expect(disabled).toBeGreaterThan(5)
})

test.each(['editor', 'sales'] as const)('no form that the role %s can post is refused', async (role) => {
  const { enabled, disabled } = await formsFor(role)
  expect(enabled.length).toBeGreaterThan(3)
  if (role === 'sales') expect(disabled).toBeGreaterThan(3)
  const kinds = new Map(enabled.map((form) => [kindOf(form), form]))
  for (const { page, action, fields } of kinds.values()) {
    const { status } = await ask(action, String(cookies.get(role)), fields)
    expect(status, `${JSON.stringify(fields)} on ${page}`).not.toBe(403)
  }
})

/** The same form stands in each row of a list. */
function kindOf({ page, action, fields }: PostForm): string {
  const at = action.replaceAll(/[\w-]{16,}|\d+/g, 'id')
  return [page, at, fields['intent'], Object.keys(fields).join()].join(' ')
}
