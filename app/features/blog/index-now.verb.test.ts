import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { addLanguage, switchLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY, MINUTE, SECOND } from '#app/platform/clock.ts'
import { schedulePost } from '#tests/factories/post.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'

import { createPost } from './create-post.server.ts'
import { deletePost, publishPost, unpublishPost } from './change-post-state.server.ts'
import { emptyPostForm } from './post-form.ts'
import { updatePost } from './update-post.server.ts'

import { indexNowKey } from '#app/platform/search-engines/tell-search-engines.job.server.ts'

async function startEngine(...statuses: number[]) {
  const told: { key: string; keyLocation: string; host: string; urlList: string[] }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(JSON.parse(body) as (typeof told)[number])
      response.writeHead(statuses.shift() ?? 202).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow` }
}

const draft = { form: { ...emptyPostForm, title: 'Night calls', content: 'Text' }, published: false }

test('what is published, and what is deleted, is told with the site’s key; drafts and plans are not', async () => {
  const { told, url } = await startEngine()
  const ctx = asOwner(
    await createTestCtx({ env: { INDEXNOW_URL: url, PUBLIC_URL: 'https://agency.example' } }),
  )
  startTestWorker(ctx, jobs)
  const { id } = await createPost(ctx, draft)
  await schedulePost(ctx, { id, at: ctx.clock.now() + DAY })
  await unpublishPost(ctx, id)
  expect(
    await ctx.db.selectFrom('job').select('id').where('name', '=', 'tell-search-engines').execute(),
  ).toEqual([])
  await publishPost(ctx, id)
  ctx.clock.advance(MINUTE)
  await eventually(() => expect(told).toHaveLength(1))
  expect(told[0]).toEqual({
    host: 'agency.example',
    key: indexNowKey(ctx),
    keyLocation: 'https://agency.example/indexnow.txt',
    urlList: ['https://agency.example/blog/night-calls', 'https://agency.example/blog'],
  })
  expect(told[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  await deletePost(ctx, id)
  ctx.clock.advance(MINUTE)
  await eventually(() => expect(told).toHaveLength(2))
})

test('thirty posts are one message, and a changed address is told with the former one', async () => {
  const { told, url } = await startEngine()
  const ctx = asOwner(await createTestCtx({ env: { INDEXNOW_URL: url, PUBLIC_URL: 'https://a.example' } }))
  startTestWorker(ctx, jobs)
  const made: { id: string }[] = []
  for (let n = 0; n < 30; n += 1) {
    made.push(
      await createPost(ctx, {
        form: { ...draft.form, title: `Call ${n}`, slug: `call-${n}` },
        published: true,
      }),
    )
    ctx.clock.advance(SECOND)
  }
  ctx.clock.advance(MINUTE)
  await eventually(() => expect(told).toHaveLength(1))
  expect(told[0]?.urlList).toHaveLength(31)
  const states = () =>
    ctx.db.selectFrom('job').select('state').where('name', '=', 'tell-search-engines').execute()
  await eventually(async () => expect((await states()).every(({ state }) => state === 'done')).toBe(true))
  const form = { ...draft.form, title: 'Call 0', slug: 'first-call' }
  await updatePost(ctx, { id: String(made[0]?.id), version: 1, form, published: true })
  ctx.clock.advance(MINUTE)
  await eventually(() => expect(told).toHaveLength(2))
  expect(told[1]?.urlList.toSorted()).toEqual(
    ['', '/call-0', '/first-call'].map((path) => `https://a.example/blog${path}`),
  )
})

test('a post in another language is told by its own address, and not in a hidden language', async () => {
  const ctx = asOwner(await createTestCtx({ env: { INDEXNOW_URL: 'https://engine.example' } }))
  await addLanguage(ctx, 'de')
  const told = async () => {
    const rows = await ctx.db
      .selectFrom('job')
      .select('payload')
      .where('name', '=', 'tell-search-engines')
      .execute()
    await ctx.db.deleteFrom('job').execute()
    return rows.flatMap(({ payload }) => (JSON.parse(payload) as { paths: string[] }).paths)
  }
  const form = { ...draft.form, slug: 'anrufe', language: 'de' }
  const { id } = await createPost(ctx, { form, published: true })
  expect(await told()).toEqual(['/de/blog/anrufe', '/de/blog'])
  await updatePost(ctx, { id, version: 1, form: { ...form, language: '' }, published: true })
  expect(await told()).toEqual(['/blog/anrufe', '/blog', '/de/blog/anrufe', '/de/blog'])
  await updatePost(ctx, { id, version: 2, form, published: true })
  await told()
  await switchLanguage(ctx, 'de')
  await unpublishPost(ctx, id)
  await publishPost(ctx, id)
  expect(await told()).toEqual([])
  await switchLanguage(ctx, 'de')
  await deletePost(ctx, id)
  expect(await told()).toEqual(['/de/blog/anrufe', '/de/blog'])
})

test('what is refused for good is logged and not told again', async () => {
  const { told, url } = await startEngine(403)
  const ctx = await createTestCtx({ env: { INDEXNOW_URL: url } })
  startTestWorker(ctx, jobs)
  await createPost(asOwner(ctx), { ...draft, published: true })
  ctx.clock.advance(MINUTE)
  await eventually(async () => {
    const rows = await ctx.db
      .selectFrom('job')
      .select('state')
      .where('name', '=', 'tell-search-engines')
      .execute()
    expect(rows).toEqual([{ state: 'done' }])
  })
  expect(told).toHaveLength(1)
  expect(ctx.logged.join('')).toContain('search_engines.refused')
})

test('while the site keeps search engines out they are told nothing', async () => {
  const { told, url } = await startEngine()
  let isOpen = false
  const ctx = await createTestCtx({ env: { INDEXNOW_URL: url }, isOpenToSearch: async () => isOpen })
  startTestWorker(ctx, jobs)
  const states = () =>
    ctx.db.selectFrom('job').select('state').where('name', '=', 'tell-search-engines').execute()
  await createPost(asOwner(ctx), { ...draft, published: true })
  ctx.clock.advance(MINUTE)
  await eventually(async () => expect(await states()).toEqual([{ state: 'done' }]))
  expect(told).toEqual([])
  isOpen = true
  await createPost(asOwner(ctx), { form: { ...draft.form, title: 'Day calls' }, published: true })
  ctx.clock.advance(MINUTE)
  await eventually(() => expect(told).toHaveLength(1))
})

test('without its address set nobody is told', async () => {
  const ctx = asOwner(await createTestCtx())
  await createPost(ctx, { ...draft, published: true })
  expect(await ctx.db.selectFrom('job').select('name').execute()).toEqual([])
})
