import { expect, test } from 'vitest'

import { DAY, MINUTE } from '#app/platform/clock.ts'
import { createConversation } from '#tests/factories/conversation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestPost, schedulePost } from '#tests/factories/post.ts'
import { createApi } from '#tests/support/api-calls.ts'
import { asOwner } from '#tests/support/test-ctx.ts'

import { apiSettings } from './api-settings.server.ts'

const inquiry = { name: 'Grace', email: 'grace@example.com', message: 'Call me', consent: true }

test('a lead is made, read, changed and noted, in the name of the member and the token', async () => {
  const { ctx, actor, ask } = await createApi('sales')
  const made = await ask('/api/v1/leads', { method: 'POST', json: inquiry })
  expect(made.status).toBe(201)
  const { id } = await made.json()
  expect(made.headers.get('location')).toBe(`/api/v1/leads/${id}`)
  const changed = await ask(`/api/v1/leads/${id}`, { method: 'PATCH', json: { status: 'won' } })
  expect(await changed.json()).toMatchObject({ status: 'won', name: 'Grace' })
  await ask(`/api/v1/leads/${id}/notes`, { method: 'POST', json: { note: 'Called' } })
  const read = await (await ask(`/api/v1/leads/${id}`)).json()
  expect(read.history).toMatchObject([{ kind: 'note', text: 'Called', by: actor.email }, {}, {}])
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'actor_email', 'device']).execute()
  expect(entries).toContainEqual({ kind: 'lead.noted', actor_email: actor.email, device: 'Token “Tests”' })
})

test('pages of a list hold each record once, also while new ones come', async () => {
  const { ctx, ask } = await createApi()
  for (let n = 0; n < 7; n += 1) await createLead(ctx, { name: `Lead ${n}` })
  const names: string[] = []
  for (let path: string | null = '/api/v1/leads?limit=3'; path !== null;) {
    const { data, nextCursor } = await (await ask(path)).json()
    names.push(...data.map(({ name }: { name: string }) => name))
    path = nextCursor === null ? null : `/api/v1/leads?limit=3&cursor=${nextCursor}`
    if (names.length === 3) await createLead(ctx, { name: 'Late' })
  }
  expect(names.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Lead ${n}`))
})

test.each(['people', 'people?q=le', 'conversations', 'conversations?q=he'])(
  'by creation, all of %s are found while some become active',
  async (list) => {
    const { ctx, ask } = await createApi()
    for (let n = 0; n < 7; n += 1) {
      await createLead(ctx, { name: `Lead ${n}` })
      await createConversation(ctx, [{ text: 'Hello there' }])
    }
    const first = new URL(`/api/v1/${list}`, 'http://site')
    first.searchParams.set('limit', '3')
    first.searchParams.set('sort', 'newest')
    const ids: string[] = []
    for (let page: URL | null = first; page !== null;) {
      const { data, nextCursor } = await (await ask(page.pathname + page.search)).json()
      ids.push(...data.map(({ id }: { id: string }) => id))
      const active = ctx.clock.now() + ids.length
      await ctx.db.updateTable('person').set({ listed_at: active }).where('id', 'not in', ids).execute()
      await ctx.db
        .updateTable('conversation')
        .set({ updated_at: active })
        .where('id', 'not in', ids)
        .execute()
      page = nextCursor === null ? null : new URL(first)
      page?.searchParams.set('cursor', nextCursor)
    }
    expect(ids).toHaveLength(7)
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  },
)

test.each([
  ['GET', '/api/v1/nothing', {}, 404],
  ['GET', '/api/v1/leads/no-such-lead', {}, 404],
  ['DELETE', '/api/v1/leads', {}, 405],
  ['GET', '/api/v1/leads?limit=101', {}, 400],
  ['GET', '/api/v1/leads?limit=1&limit=2', {}, 400],
  ['GET', '/api/v1/leads?unknown=1', {}, 400],
  ['GET', '/api/v1/leads?cursor=x', {}, 400],
  ['GET', '/api/v1/leads?q=%00', {}, 400],
  ['GET', '/api/v1/facts?cursor=WzAuNSwiIl0', {}, 400],
  ['POST', '/api/v1/leads', { body: 'name=Ada' }, 415],
  ['POST', '/api/v1/leads', { json: [] }, 400],
  ['POST', '/api/v1/leads', { json: { ...inquiry, consent: false } }, 400],
  ['POST', '/api/v1/leads', { json: { ...inquiry, name: '\ud800' } }, 400],
  ['POST', '/api/v1/leads', { json: { ...inquiry, message: 'x'.repeat(70_000) } }, 413],
  ['PATCH', '/api/v1/leads/x', { json: { id: 'y', status: 'won' } }, 400],
])('%s %s is refused as a problem', async (method, path, init, status) => {
  const { ask } = await createApi()
  const response = await ask(path, { method, ...init })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ type: 'about:blank', status, detail: expect.any(String) })
  if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
})

test('without a token only public actions answer, and a wrong token none', async () => {
  const { ask } = await createApi()
  const none = { headers: { authorization: '' } }
  const services = await ask('/api/v1/services', { headers: { authorization: 'Bearer foyer_wrong' } })
  expect(services.status).toBe(401)
  expect(services.headers.get('www-authenticate')).toBe('Bearer')
  expect((await ask('/api/v1/leads', none)).status).toBe(401)
})

test('a session cookie grants no access', async () => {
  const { ctx, ask } = await createApi()
  expect(ctx.actor).toBeNull()
  const response = await ask('/api/v1/self', { headers: { authorization: 'Basic x', cookie: 'session=x' } })
  expect(response.status).toBe(401)
})

test('a role is refused what it has no permission for', async () => {
  const { ctx, ask } = await createApi('sales')
  const { id } = await createTestPost(ctx, {}, false)
  const refused = await ask(`/api/v1/posts/${id}`, { method: 'PATCH', json: { isPublished: true } })
  expect(refused.status).toBe(403)
})

test('a post is published only by the plain word true, and the word false cancels its schedule', async () => {
  const { ctx, ask } = await createApi()
  const { id } = await createTestPost(ctx, {}, false)
  const change = (json: object) => ask(`/api/v1/posts/${id}`, { method: 'PATCH', json })
  for (const unclear of [
    {},
    { isPublished: null },
    { isPublished: 'true' },
    { isPublished: 1 },
    { published: true },
    { isPublished: true, publish_at: '2030-01-01' },
  ]) {
    const refused = await change(unclear)
    expect([JSON.stringify(unclear), refused.status]).toEqual([JSON.stringify(unclear), 400])
  }
  const stateOf = () => ask(`/api/v1/posts/${id}`).then((response) => response.json())
  expect(await stateOf()).toMatchObject({ isPublished: false })
  await schedulePost(asOwner(ctx), { id, at: ctx.clock.now() + DAY })
  expect((await change({ isPublished: false })).status).toBe(200)
  expect(await stateOf()).toMatchObject({ isPublished: false, publishAt: null })
  expect((await change({ isPublished: true })).status).toBe(200)
  expect(await stateOf()).toMatchObject({ isPublished: true })
})

test('an unchanged record is not sent again, and a change to what was changed since is refused', async () => {
  const { ctx, ask } = await createApi()
  const path = `/api/v1/leads/${await createLead(ctx)}`
  const etag = (await ask(path)).headers.get('etag') ?? ''
  expect((await ask(path, { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304)
  const change = (status: string) =>
    ask(path, { method: 'PATCH', json: { status }, headers: { 'if-match': etag } })
  const first = await change('contacted')
  expect(first.status).toBe(200)
  expect(first.headers.get('etag')).toBe((await ask(path)).headers.get('etag'))
  expect((await change('won')).status).toBe(412)
  expect(await (await ask(path)).json()).toMatchObject({ status: 'contacted' })
})

test('a request with an Idempotency-Key is done once', async () => {
  const { ctx, ask } = await createApi()
  const path = `/api/v1/leads/${await createLead(ctx)}/notes`
  const send = (note: string, key = 'first') =>
    ask(path, { method: 'POST', json: { note }, headers: { 'idempotency-key': key } })
  const [one, two] = await Promise.all([send('Called'), send('Called')])
  expect(await one.text()).toBe(await two.text())
  const replayed = [one, two].filter(({ headers }) => headers.has('idempotency-replayed'))
  expect(replayed).toHaveLength(1)
  expect((await send('Another')).status).toBe(422)
  expect((await send('x', 'a key with blanks')).status).toBe(400)
  const notes = () => ctx.db.selectFrom('lead_event').select('id').where('kind', '=', 'note').execute()
  expect(await notes()).toHaveLength(1)
  ctx.clock.advance(DAY)
  expect((await send('Another')).status).toBe(201)
  expect(await notes()).toHaveLength(2)
})

test('a refused request keeps no answer for its key', async () => {
  const { ask } = await createApi()
  const send = (json: object) =>
    ask('/api/v1/leads', { method: 'POST', json, headers: { 'idempotency-key': 'key' } })
  expect((await send({ ...inquiry, email: 'no address' })).status).toBe(400)
  expect((await send(inquiry)).status).toBe(201)
})

test('a token has 300 requests a minute, and is told how many are left', async () => {
  const { ctx, ask } = await createApi()
  const first = await ask('/api/v1/self')
  expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=299;t=\d+$/)
  for (let n = 0; n < 299; n += 1) await ask('/api/v1/nothing')
  const refused = await ask('/api/v1/self')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  ctx.clock.advance(MINUTE)
  expect((await ask('/api/v1/self')).status).toBe(200)
})

test('only pages of listed origins may read the answers', async () => {
  const { ctx, ask } = await createApi()
  await apiSettings.save(asOwner(ctx), { origins: 'https://app.example' })
  const from = (origin: string, method = 'GET') => ask('/api/v1/self', { method, headers: { origin } })
  expect((await from('https://app.example')).headers.get('access-control-allow-origin')).toBe(
    'https://app.example',
  )
  expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await from('https://app.example', 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key')
})
