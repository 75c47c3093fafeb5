import { expect, test } from 'vitest'

import { eventually } from '#tests/support/eventually.ts'
import { elements, textOf } from '#tests/support/page-html.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

async function ask(path: string, fields?: Record<string, string>) {
  const cookie = await signInByHttp(server().url)
  const response = await fetch(`${server().url}${path}`, {
    redirect: 'manual',
    headers: { cookie, origin: server().url },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const visit = async (path: string) => fetch(`${server().url}${path}`, { redirect: 'manual' })

const create = (fields: Record<string, string>) =>
  ask('/admin/pages?new=1', { intent: 'create', name: 'Team', path: '', kind: 'page', copyOf: '', ...fields })

test('a new page is refused with the reason, and what was typed stays', async () => {
  for (const [fields, reason] of [
    [{ name: '' }, 'Please enter a name.'],
    [{ path: '/admin/team' }, '/admin is reserved for the admin.'],
    [{ path: '/preview/team' }, '/preview is reserved for previews of drafts.'],
    [{ path: '/about' }, 'The page About already has this address.'],
    [{ path: '/Team' }, 'Please use lowercase letters'],
    [{ kind: 'shop' }, 'Please choose a kind.'],
    [{ copyOf: 'nowhere' }, 'There is no such page.'],
    [{ name: 'x'.repeat(61) }, 'Please use at most 60 characters.'],
    [{ name: 'Te\0am' }, 'characters that cannot be stored'],
    [{ name: '{nothing}' }, 'There is no fact named nothing.'],
  ] as const) {
    const { status, body } = await create(fields)
    expect([status >= 400, status < 500], reason).toEqual([true, true])
    expect(textOf(body), reason).toContain(reason)
    const typed = { name: 'Team', ...fields } as { name: string; path?: string }
    if (!typed.name.includes('\0'))
      expect(elements(body, 'input').find(({ name }) => name === 'name')?.['value']).toBe(typed.name)
    if (typed.path)
      expect(elements(body, 'input').find(({ name }) => name === 'path')?.['value']).toBe(typed.path)
  }
})

test('an unknown page is not found, and no form creates it', async () => {
  for (const path of ['/admin/pages/nowhere/details', '/admin/pages/nowhere/revisions']) {
    expect((await ask(path)).status, path).toBe(404)
    const posted = await ask(path, { intent: path.endsWith('details') ? 'publish' : 'restore' })
    expect(posted.status, path).toBe(404)
  }
  for (const intent of ['unpublish', 'delete', 'preview', 'revoke', 'schedule', 'move'])
    expect(
      (
        await ask('/admin/pages/nowhere/details', {
          intent,
          days: '7',
          path: '/x',
          publishAt: '2030-01-01T09:00',
        })
      ).status,
      intent,
    ).toBe(404)
  expect((await ask('/admin/pages', { intent: 'up', id: 'nowhere', listed: '' })).status).toBe(404)
  expect((await ask('/admin/pages', { intent: 'restore', id: 'about' })).status).toBe(404)
  // PostgreSQL does not accept this character at all.
  expect([400, 404]).toContain((await ask('/admin/pages/about/revisions?revision=%00')).status)
})

test('the home and contact pages cannot be moved, unpublished or deleted', async () => {
  const changes: Record<string, string>[] = [
    { intent: 'move', path: '/x' },
    { intent: 'unpublish' },
    { intent: 'delete' },
  ]
  for (const fields of changes)
    for (const id of ['home', 'contact'])
      expect((await ask(`/admin/pages/${id}/details`, fields)).status).toBe(400)
})

test('hostile text is shown as text in the table, the details, the comparison and the preview', async () => {
  const hostile = '</title><script>alert(1)</script>"><img src=x>'
  expect((await create({ name: hostile, path: '/hostile' })).status).toBe(303)
  const details = '/admin/pages/hostile/details'
  for (const description of [hostile, 'Kind.']) {
    const version = /name="version" value="(\d+)"/.exec((await ask(details)).body)?.[1] ?? ''
    expect((await ask(details, { intent: 'save', version, name: hostile, description })).status).toBe(200)
    expect((await ask(details, { intent: 'publish' })).status).toBe(200)
  }
  await ask(details, { intent: 'preview', days: '1' })
  const { body } = await ask(details)
  const link = /\/preview\/[\w.-]+/.exec(body)?.[0] ?? ''
  const revision = [
    ...(await ask('/admin/pages/hostile/revisions')).body.matchAll(/\?revision=([\w-]+)/g),
  ].at(-1)
  for (const path of [
    '/admin/pages',
    details,
    `/admin/pages/hostile/revisions?revision=${revision?.[1]}`,
    link,
  ]) {
    const shown = await ask(path)
    expect(shown.status, path).toBe(200)
    expect(shown.body, path).not.toContain(hostile)
  }
})

test('a preview is for whoever has its link: never kept, never found, and gone once it is revoked', async () => {
  const details = '/admin/pages/about/details'
  const version = /name="version" value="(\d+)"/.exec((await ask(details)).body)?.[1] ?? ''
  await ask(details, { intent: 'save', version, name: 'About', metaTitle: 'Only in the draft' })
  await ask(details, { intent: 'preview', days: '7' })
  const { body } = await ask(details)
  const path = /\/preview\/[\w.-]+/.exec(body)?.[0] ?? ''
  // Until then every page of a new site says noindex.
  expect((await ask('/admin/checklist', { intent: 'open' })).status).toBe(200)
  const shown = await visit(path)
  const html = await shown.text()
  expect(shown.status).toBe(200)
  expect(html).toContain('Only in the draft')
  expect(await (await visit('/about')).text()).not.toContain('Only in the draft')
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect(shown.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  const meta = elements(html, 'meta')
  expect(meta.find(({ name }) => name === 'robots')?.['content']).toBe('noindex')
  expect(meta.find(({ name }) => name === 'referrer')?.['content']).toBe('no-referrer')
  const id = /name="link" value="([\w-]+)"/.exec(body)?.[1] ?? ''
  expect((await ask(details, { intent: 'revoke', link: id })).status).toBe(200)
  for (const gone of [path, '/preview/x', '/preview/a.b', `${path}x`]) {
    const refused = await visit(gone)
    expect([refused.status, refused.headers.get('cache-control')], gone).toEqual([404, 'no-store'])
  }
  const sent = await fetch(`${server().url}/api/pulse`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: server().url },
    body: JSON.stringify({ u: path, r: '', z: 'UTC', w: false }),
  })
  expect(sent.status).toBeLessThan(500)
})

test('a page is moved: its former address leads on, and lists follow', async () => {
  expect((await ask('/admin/pages/terms/details', { intent: 'move', path: '/conditions' })).status).toBe(200)
  await eventually(async () => {
    const led = await visit('/terms?utm_source=card&next=//evil.example')
    const location = '/conditions?utm_source=card&next=//evil.example'
    expect([led.status, led.headers.get('location')]).toEqual([301, location])
    expect(await (await visit('/sitemap.xml')).text()).toContain('/conditions')
  })
  const refused = await ask('/admin/pages/terms/details', { intent: 'move', path: '/blog/terms' })
  expect(refused.status).toBe(400)
  expect(textOf(refused.body)).toContain('/blog is reserved for the blog.')
  expect(elements(refused.body, 'input').find(({ name }) => name === 'path')?.['value']).toBe('/blog/terms')
})
