import { brotliDecompressSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { deletePost, unpublishPost } from '#app/features/blog/change-post-state.server.ts'
import { keepPosts, noteBlogChange } from '#app/features/blog/kept/kept-posts.server.ts'
import { renderPostsAhead } from '#app/features/blog/kept/render-posts-ahead.server.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { siteSettings } from '../settings/site-settings.server.ts'

import { createPostPages } from './load-post-page.server.ts'

/** Renders pages that consist of a post's title and the site's name. */
function createReader(
  ctx: TestCtx,
  { maxBytes, whileRendering }: { maxBytes?: number; whileRendering?: () => Promise<void> } = {},
) {
  const posts = keepPosts(ctx, maxBytes === undefined ? {} : { maxBytes })
  onTestFinished(posts.stop)
  const rendered: string[] = []
  const loadPage = createPostPages(ctx, posts, async ({ siteName }, { post }) => {
    rendered.push(post.slug)
    await whileRendering?.()
    return `${post.title} of ${siteName}`
  })
  const load = async (slug: string) => (await loadPage(`/blog/${slug}`)?.()) ?? null
  const ask = async (slug: string) => {
    const page = await load(slug)
    return page && brotliDecompressSync(page.body).toString()
  }
  return { ask, load, rendered, loadPage }
}

async function keptSlugs({ db }: TestCtx): Promise<string[]> {
  const rows = await db.selectFrom('kept_post').select('slug').orderBy('slug').execute()
  return rows.map(({ slug }) => slug)
}

async function createOwnersCtx(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Kiln' }))
  await eventually(async () => expect((await ctx.site(ctx)).siteName).toBe('Kiln'))
  return ctx
}

test('a post that was rendered once is not rendered again by the next process', async () => {
  const ctx = await createOwnersCtx()
  const { slug } = await createTestPost(ctx, { title: 'First' })
  const [before, after] = [createReader(ctx), createReader(ctx)]
  const page = await before.load(slug)
  expect(await before.ask(slug)).toBe('First of Kiln')
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([slug]))
  expect(await after.load(slug)).toMatchObject({ tag: page?.tag, body: page?.body, headers: page?.headers })
  expect(after.rendered).toEqual([])
})

test('what changed around a post is looked at, and only a page that shows it is rendered', async () => {
  const ctx = await createOwnersCtx()
  const fields = siteSettingsFields({ siteName: 'Kiln' })
  await siteSettings.save(ctx, fields)
  const { slug } = await createTestPost(ctx, { title: 'First' })
  const { ask, load, rendered } = createReader(ctx)
  const first = await load(slug)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([slug]))
  rendered.length = 0

  await siteSettings.save(ctx, { ...fields, noticeEmails: 'desk@kiln.example' })
  await noteBlogChange(ctx)
  expect((await load(slug))?.tag).toBe(first?.tag)
  expect(rendered).toEqual([])

  await siteSettings.save(ctx, { ...fields, siteName: 'Oven' })
  await eventually(async () => expect(await ask(slug)).toBe('First of Oven'))
  expect((await load(slug))?.tag).not.toBe(first?.tag)
})

test('what is taken back or deleted is kept nowhere, also if it was being rendered', async () => {
  const ctx = await createOwnersCtx()
  const { id, slug } = await createTestPost(ctx, { title: 'First' })
  const other = await createTestPost(ctx, { title: 'Second' })
  const { ask } = createReader(ctx)
  await ask(other.slug)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([other.slug]))
  await createReader(ctx, { whileRendering: () => unpublishPost(ctx, id) }).ask(slug)
  expect(await keptSlugs(ctx)).toEqual([])
  await ask(other.slug)
  // Had the unpublished post been stored, it would have been in the same write.
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([other.slug]))
  expect(await ask(slug)).toBeNull()
  await deletePost(ctx, other.id)
  expect(await keptSlugs(ctx)).toEqual([])
})

test('the oldest are forgotten beyond the bytes that may be kept', async () => {
  const ctx = await createOwnersCtx()
  const posts = await Promise.all(['First', 'Second', 'Third'].map((title) => createTestPost(ctx, { title })))
  const { ask } = createReader(ctx, { maxBytes: 40 })
  for (const { slug } of posts) {
    await ask(slug)
    await eventually(async () => expect(await keptSlugs(ctx)).toContain(slug))
    ctx.clock.advance(1000)
  }
  expect((await keptSlugs(ctx)).length).toBeLessThan(3)
})

test('a post that is missing or has moved, and all other pages, are left to the router', async () => {
  const ctx = await createOwnersCtx()
  const { slug } = await createTestPost(ctx, { title: 'First' })
  const { ask, loadPage } = createReader(ctx)
  expect([await ask('nothing'), await ask(slug)]).toEqual([null, 'First of Kiln'])
  for (const path of [
    '/blog',
    '/blog/search',
    '/blog/rss.xml',
    '/blog/first?page=2',
    '/blog/tag/x',
    '/about',
  ])
    expect(loadPage(path), path).toBeNull()
})

test('published posts are rendered ahead at the start and after changes, each once', async () => {
  const ctx = await createOwnersCtx()
  const draft = await createTestPost(ctx, {}, false)
  const slugs = [await createTestPost(ctx), await createTestPost(ctx)].map(({ slug }) => slug)
  const { ask, rendered, loadPage } = createReader(ctx)
  const ahead = renderPostsAhead(ctx, loadPage, 1)
  onTestFinished(ahead.stop)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual(slugs.toSorted()))
  const { slug: later } = await createTestPost(ctx)
  await ctx.signals.publish(ctx, PAGES_TOPIC)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([...slugs, later].toSorted()))
  expect(rendered.toSorted()).toEqual([...slugs, later].toSorted())
  await ask(later)
  expect(rendered).toHaveLength(3)
  expect(rendered).not.toContain(draft.slug)
})
