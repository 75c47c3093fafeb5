import { expect, onTestFinished, test, vi } from 'vitest'

import { noteBlogChange } from '#app/features/blog/kept/kept-posts.server.ts'
import { createPage } from '#app/features/content/pages/create-page.server.ts'
import { publishPage, unpublishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { addVersion } from '#app/features/content/languages/page-versions.server.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import {
  addLanguage,
  removeLanguage,
  switchLanguage,
} from '#app/features/site/languages/change-languages.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { keepSiteKnowledge } from './keep-site-knowledge.server.ts'

async function publishWith(ctx: TestCtx, id: string, words: { metaTitle?: string; name?: string }) {
  const { draft, version } = await getPage(ctx, id)
  await savePageDraft(ctx, { id, version, document: { ...draft, ...words } })
  await publishPage(ctx, id)
}

const ownPaths = new Set<string>(starterPages.map(({ path }) => path))

test('once a page is published, it is rendered for the knowledge base and others only where they show it', async () => {
  const ctx = asOwner(await createTestCtx())
  const rendered: string[] = []
  const render = vi.fn(async (path: string) => {
    rendered.push(path)
    return `<main><p>This is what the page at ${path} says.</p></main>`
  })
  const { stop } = keepSiteKnowledge(ctx, render)
  onTestFinished(stop)
  await eventually(async () => {
    expect(rendered).toContain('/terms')
    const items = await ctx.db.selectFrom('knowledge_item').select('source').execute()
    expect(items.length).toBe(rendered.length)
  })

  rendered.length = 0
  await publishWith(ctx, 'about', { metaTitle: 'About the firm' })
  await eventually(() => expect(rendered).toContain('/blog'))
  expect(rendered.filter((path) => ownPaths.has(path))).toEqual(['/about'])

  rendered.length = 0
  await publishWith(ctx, 'ai-chatbots', { name: 'Chatbots' })
  await eventually(() => expect(rendered).toContain('/terms'))
})

test('pages are stored a few at a time, and not rendered again after a later one failed', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 0; n < 10; n += 1) {
    const { draft } = await getPage(ctx, 'about')
    const { id } = await createPage(ctx, { kind: 'page', path: `/copy-${n}`, document: draft })
    await publishPage(ctx, id)
  }
  const rendered: string[] = []
  let fails = true
  const render = async (path: string) => {
    rendered.push(path)
    if (path === '/terms' && fails) throw new Error('The last page fails.')
    return `<main><p>This is what the page at ${path} says.</p></main>`
  }
  const { stop } = keepSiteKnowledge(ctx, render)
  onTestFinished(stop)
  await eventually(() => expect(rendered).toContain('/terms'))
  const stored = (await ctx.db.selectFrom('knowledge_item').select('source').execute()).map(
    ({ source }) => source,
  )
  expect(new Set(stored)).toEqual(new Set(rendered.slice(0, 20)))

  fails = false
  rendered.length = 0
  await ctx.signals.publish(ctx, PAGES_TOPIC)
  await eventually(() => expect(rendered).toContain('/terms'))
  // The blog has no stored page, so it is rendered each time.
  expect(rendered.filter((path) => path !== '/blog' && stored.includes(path))).toEqual([])
})

test('posts are read again only once one of them has changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, { title: 'First', content: 'The first words of it.' })
  const rendered: string[] = []
  const render = async (path: string) => {
    rendered.push(path)
    return `<main><p>This is what the page at ${path} says.</p></main>`
  }
  const { stop } = keepSiteKnowledge(ctx, render)
  onTestFinished(stop)
  const titleOf = (path: string) =>
    ctx.db
      .selectFrom('knowledge_item')
      .select('title')
      .where('source', '=', path)
      .executeTakeFirst()
      .then((item) => item?.title)
  await eventually(async () => expect(await titleOf(`/blog/${slug}`)).toBe('First'))
  await eventually(async () => expect(await titleOf('/terms')).toBeDefined())

  // Bypasses the verbs, so that a second reading would be noticed.
  await ctx.db.updateTable('blog_post').set({ title: 'Second' }).where('id', '=', id).execute()
  // The second reading begins only after the first has ended.
  for (const metaTitle of ['About the firm', 'About everybody']) {
    rendered.length = 0
    await publishWith(ctx, 'about', { metaTitle })
    await eventually(() => expect(rendered).toContain('/about'))
  }
  expect(await titleOf(`/blog/${slug}`)).toBe('First')

  await noteBlogChange(ctx)
  await publishWith(ctx, 'about', { metaTitle: 'About us' })
  await eventually(async () => expect(await titleOf(`/blog/${slug}`)).toBe('Second'))
})

test('each language of the site is known until it is hidden, and each version until it is unpublished', async () => {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  const { id } = await addVersion(ctx, { id: 'about', language: 'de' })
  await publishWith(ctx, id, { name: 'Über uns' })
  const post = await createTestPost(ctx, { title: 'Beitrag', slug: 'beitrag', content: 'Worte darin.' })
  await ctx.db.updateTable('blog_post').set({ language: 'de' }).where('id', '=', post.id).execute()
  const render = async (path: string) => `<main><p>This is what the page at ${path} says.</p></main>`
  const { stop } = keepSiteKnowledge(ctx, render)
  onTestFinished(stop)
  const germanItems = () =>
    ctx.db
      .selectFrom('knowledge_item')
      .select(['source', 'version_of'])
      .where('site_language', '=', 'de')
      .orderBy('source')
      .execute()
  const blog = [
    { source: '/de/blog', version_of: '/blog' },
    { source: '/de/blog/beitrag', version_of: '/de/blog/beitrag' },
  ]
  const about = { source: '/de/about', version_of: '/about' }
  await eventually(async () => expect(await germanItems()).toEqual([about, ...blog]))

  await switchLanguage(ctx, 'de')
  await eventually(async () => expect(await germanItems()).toEqual([]))
  await switchLanguage(ctx, 'de')
  await eventually(async () => expect(await germanItems()).toEqual([about, ...blog]))

  await unpublishPage(ctx, id)
  await eventually(async () => expect(await germanItems()).toEqual(blog))
  await removeLanguage(ctx, 'de')
  await eventually(async () => expect(await germanItems()).toEqual([]))
  const known = ctx.db.selectFrom('knowledge_item').select('source').where('source', 'like', '%beitrag')
  expect(await known.execute(), 'it belongs to the main language now').toEqual([{ source: '/blog/beitrag' }])
})
