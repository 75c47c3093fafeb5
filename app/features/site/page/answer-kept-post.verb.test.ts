import { brotliDecompressSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { deletePost, unpublishPost } from '#app/features/blog/change-post-state.server.ts'
import { findPublishedPost } from '#app/features/blog/find-published-post.server.ts'
import { keepPosts } from '#app/features/blog/kept/kept-posts.server.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { siteSettings } from '../settings/site-settings.server.ts'
import { changeText } from '../wording/change-wording.server.ts'

import { createPostAnswers } from './answer-kept-post.server.ts'

/** Renders a post's title and the site's name, as the application would; its tag is its text. */
function createReader(ctx: TestCtx, options?: { maxBytes: number }) {
  const posts = keepPosts(ctx, options)
  onTestFinished(posts.stop)
  const answerPost = createPostAnswers(ctx, posts)
  const rendered: string[] = []
  const render = async (request: Request) => {
    const slug = new URL(request.url).pathname.slice(6)
    const post = await findPublishedPost(ctx, slug)
    if (!post) return new Response(null, { status: 404 })
    const { siteName } = await ctx.site(ctx)
    const etag = `"${post.title} of ${siteName}"`
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    rendered.push(slug)
    return new Response(etag, { headers: { etag, 'cache-control': 'public' } })
  }
  const ask = async (slug: string, tag?: string) => {
    const headers = new Headers(tag === undefined ? {} : { 'if-none-match': tag })
    const answered = answerPost(new Request(`https://agency.example/blog/${slug}`, { headers }), render)
    const response = await answered
    if (response?.status !== 200) return response?.status
    return brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()
  }
  return { ask, rendered, answerPost, render }
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
  expect(await before.ask(slug)).toBe('"First of Kiln"')
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([slug]))
  expect(await after.ask(slug)).toBe('"First of Kiln"')
  expect(await after.ask(slug, '"First of Kiln"')).toBe(304)
  expect(await after.ask(slug, '"Something else"')).toBe('"First of Kiln"')
  expect([before.rendered, after.rendered]).toEqual([[slug], []])
})

test('what changed around a post is looked at, and only a page that shows it is rendered', async () => {
  const ctx = await createOwnersCtx()
  const { slug } = await createTestPost(ctx, { title: 'First' })
  const { ask, rendered } = createReader(ctx)
  await ask(slug)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([slug]))
  rendered.length = 0

  await createTestPost(ctx, { title: 'Second' })
  await changeText(ctx, { place: 'blog.title', text: 'News' })
  expect(await ask(slug)).toBe('"First of Kiln"')
  expect(rendered).toEqual([])

  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Oven' }))
  await eventually(async () => expect(await ask(slug)).toBe('"First of Oven"'))
  expect(rendered).toEqual([slug])
})

test('what is taken back or deleted is kept nowhere, also if it was being rendered', async () => {
  const ctx = await createOwnersCtx()
  const { id, slug } = await createTestPost(ctx, { title: 'First' })
  const other = await createTestPost(ctx, { title: 'Second' })
  const { ask, answerPost, render } = createReader(ctx)
  await ask(other.slug)
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([other.slug]))
  const request = new Request(`https://agency.example/blog/${slug}`)
  await answerPost(request, async (asked) => {
    const response = await render(asked)
    await unpublishPost(ctx, id)
    return response
  })
  expect(await keptSlugs(ctx)).toEqual([])
  await ask(other.slug)
  // Stored together with the one above, had that been stored.
  await eventually(async () => expect(await keptSlugs(ctx)).toEqual([other.slug]))
  expect(await ask(slug)).toBe(404)
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

test('searches and pages other than posts are left to the router', async () => {
  const { answerPost, render } = createReader(await createTestCtx())
  for (const path of [
    '/blog',
    '/blog/search',
    '/blog/rss.xml',
    '/blog/first?page=2',
    '/blog/tag/x',
    '/about',
  ])
    expect(answerPost(new Request(`https://agency.example${path}`), render), path).toBeNull()
})
