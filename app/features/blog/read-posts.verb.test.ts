import { expect, test } from 'vitest'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { unpublishPost } from './change-post-state.server.ts'
import { makeFeed } from './feeds/make-feed.server.ts'
import { findPublishedPost } from './find-published-post.server.ts'
import { listPublishedPosts } from './list-published-posts.server.ts'
import { postIndexOf } from './search/post-index.server.ts'
import { renewOutdatedPostIndex, renewPostIndex } from './search/renew-index.job.server.ts'
import { findPostsAround, listRelatedPosts } from './list-neighbour-posts.server.ts'

const titlesOf = (posts: readonly { title: string }[]) => posts.map(({ title }) => title)

async function published(ctx: TestCtx, slug: string) {
  const post = await findPublishedPost(ctx, slug)
  if (!post) throw new Error(`No post at ${slug}.`)
  return post
}

test('published posts alone are listed, the newest first, twelve a page', async () => {
  const ctx = await createTestCtx()
  for (let n = 1; n <= 30; n += 1) {
    ctx.clock.advance(1)
    await createTestPost(ctx, { title: `P${n}` }, n % 2 === 1)
  }
  const first = await listPublishedPosts(ctx, { page: 1 })
  expect([first.total, first.pages, first.posts.length]).toEqual([15, 2, 12])
  expect(titlesOf(first.posts).slice(0, 2)).toEqual(['P29', 'P27'])
  expect(titlesOf((await listPublishedPosts(ctx, { page: 2 })).posts)).toEqual(['P5', 'P3', 'P1'])
  expect((await listPublishedPosts(ctx, { page: 3 })).posts).toEqual([])
})

test('no address and no feed shows a draft, or a post that was made a draft again', async () => {
  const ctx = await createTestCtx()
  await createTestPost(ctx, { title: 'Shown', tags: 'news' })
  const draft = await createTestPost(ctx, { title: 'Hidden', tags: 'news' }, false)
  const former = await createTestPost(ctx, { title: 'Withdrawn', tags: 'news' })
  expect(await published(ctx, former.slug)).toMatchObject({ title: 'Withdrawn' })
  await unpublishPost(asOwner(ctx), former.id)
  for (const { slug } of [draft, former]) expect(await findPublishedPost(ctx, slug), slug).toBeNull()
  for (const tag of [null, 'news']) {
    const feed = await makeFeed(ctx, { file: 'feed.json', tag })
    const { items } = JSON.parse(feed?.text ?? '') as { items: { title: string }[] }
    expect(titlesOf(items)).toEqual(['Shown'])
  }
})

test('a tag lists its posts, however it was spelled', async () => {
  const ctx = await createTestCtx()
  await createTestPost(ctx, { title: 'A', tags: 'Voice Agents, x' })
  await createTestPost(ctx, { title: 'B', tags: 'voice-agents' })
  await createTestPost(ctx, { title: 'C', tags: '人工知能' })
  await createTestPost(ctx, { title: 'D', tags: 'voice agents' }, false)
  expect(titlesOf((await listPublishedPosts(ctx, { page: 1, tag: 'voice-agents' })).posts).sort()).toEqual([
    'A',
    'B',
  ])
  expect(titlesOf((await listPublishedPosts(ctx, { page: 1, tag: '人工知能' })).posts)).toEqual(['C'])
  expect((await listPublishedPosts(ctx, { page: 1, tag: 'none' })).total).toBe(0)
})

test('the search finds words in titles, tags and texts, titles first, without accents and endings', async () => {
  const ctx = await createTestCtx()
  await createTestPost(ctx, {
    title: 'Other things',
    content: 'Here agents are mentioned once among other things.',
  })
  await createTestPost(ctx, { title: 'Building agents', content: 'How it is done.' })
  await createTestPost(ctx, { title: 'Café in Genève', content: 'Nothing else.', tags: 'travel' })
  await createTestPost(ctx, { title: 'Agents in secret', content: 'Not yet.' }, false)
  const find = async (q: string) => titlesOf((await listPublishedPosts(ctx, { page: 1, q })).posts)
  expect(await find('agent')).toEqual(['Building agents', 'Other things'])
  expect(await find('AGENTS things')).toEqual(['Other things'])
  expect(await find('cafe genev')).toEqual(['Café in Genève'])
  expect(await find('travel')).toEqual(['Café in Genève'])
  expect(await find('agent unheard')).toEqual([])
})

test('the search finds words within sentences that have no spaces', async () => {
  const ctx = await createTestCtx()
  await createTestPost(ctx, { title: '東京都の犬', content: '事務所は平日に営業しています。' })
  await createTestPost(ctx, { title: 'แมว', content: 'เราขายกาแฟและขนมปังทุกวัน' })
  await createTestPost(ctx, { title: '北京的咖啡', content: '我们每天卖面包。ガッコウ' })
  const find = async (q: string) => titlesOf((await listPublishedPosts(ctx, { page: 1, q })).posts)
  for (const q of ['東京', '営業', '平日に営業', '犬', '東京 営業'])
    expect(await find(q), q).toEqual(['東京都の犬'])
  for (const q of ['กาแฟ', 'ขนมปัง แมว']) expect(await find(q), q).toEqual(['แมว'])
  for (const q of ['咖啡', '面包', '卖', 'ｶﾞｯｺｳ']) expect(await find(q), q).toEqual(['北京的咖啡'])
  for (const q of ['京東', '犬小屋', 'หมา']) expect(await find(q), q).toEqual([])
})

test('posts that an earlier version indexed are indexed anew after a start, once', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestPost(ctx, { title: '東京都の犬' })
  await createTestPost(ctx, { title: 'Plain' })
  await postIndexOf(ctx).remove(ctx.db, id)
  await postIndexOf(ctx).write(ctx.db, { id, title: '東京都の犬', tags: '', text: '' })
  const find = async (q: string) => titlesOf((await listPublishedPosts(ctx, { page: 1, q })).posts)
  expect(await find('犬')).toEqual([])
  await renewOutdatedPostIndex(ctx)
  const worker = startWorker(ctx, new Map([[renewPostIndex.name, renewPostIndex]]), [])
  await worker.whenIdle()
  await worker.drain(0)
  expect([await find('犬'), await find('plain')]).toEqual([['東京都の犬'], ['Plain']])
  await renewOutdatedPostIndex(ctx)
  const waiting = ctx.db.selectFrom('job').select('name').where('name', '=', renewPostIndex.name)
  expect(await waiting.where('state', '=', 'waiting').execute()).toEqual([])
})

test('of more posts than are ranked the newest are found, drafts not among them', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 4; n += 1) {
    ctx.clock.advance(1)
    await createTestPost(ctx, { title: `Pots ${n}` }, n !== 2)
  }
  const { publishedWithAll } = postIndexOf(ctx)
  const found = (newest: number) =>
    ctx.db
      .selectFrom(publishedWithAll(['pots'], newest).as('found'))
      .innerJoin('blog_post', 'id', 'post_id')
      .select('title')
      .orderBy('title')
      .execute()
  expect(titlesOf(await found(2))).toEqual(['Pots 1', 'Pots 3'])
  expect(titlesOf(await found(9))).toEqual(['Pots 0', 'Pots 1', 'Pots 3'])
  const pageOf = async (page: number) => listPublishedPosts(ctx, { page, q: 'pot' })
  expect(await pageOf(1)).toMatchObject({ total: 3, pages: 1 })
  expect(await pageOf(2)).toMatchObject({ posts: [], total: 3 })
})

test('posts in other languages take no places among what is found and what is related', async () => {
  const ctx = await createTestCtx()
  await addLanguage(asOwner(ctx), 'de')
  const { slug } = await createTestPost(ctx, { title: 'Pots for cooks', tags: 'kitchen' })
  await createTestPost(ctx, { title: 'Pots for guests' })
  for (let n = 0; n < 13; n += 1) await createTestPost(ctx, { title: `Pots pots ${n}`, language: 'de' })
  const pots = await listPublishedPosts(ctx, { page: 1, q: 'pots' })
  expect(pots).toMatchObject({ total: 2, pages: 1 })
  expect(titlesOf(pots.posts).toSorted()).toEqual(['Pots for cooks', 'Pots for guests'])
  const german = { ...ctx, language: 'de' }
  expect(await listPublishedPosts(german, { page: 2, q: 'pots' })).toMatchObject({ total: 13, pages: 2 })
  expect(titlesOf(await listRelatedPosts(ctx, await published(ctx, slug)))).toEqual(['Pots for guests'])
})

test.each([
  '',
  '  ',
  '"',
  "'",
  '*',
  ':',
  'a OR b NOT (',
  "x' & !y | z",
  '\\',
  '😀',
  'x'.repeat(5000),
  '- - -',
])('a search for %j is no error', async (q) => {
  const ctx = await createTestCtx()
  await createTestPost(ctx)
  expect((await listPublishedPosts(ctx, { page: 1, q })).posts).toEqual([])
})

test('neighbours in time, and what is related by tags and then by words', async () => {
  const ctx = await createTestCtx()
  const make = async (title: string, tags: string) => {
    ctx.clock.advance(1)
    return createTestPost(ctx, { title, tags })
  }
  await make('Oldest', 'c')
  await make('Chatbots that listen', 'd')
  const { slug } = await make('Chatbots for shops', 'a, b')
  await make('Shares one', 'b')
  await make('Shares both', 'a, b')
  await createTestPost(ctx, { title: 'Hidden', tags: 'a, b' }, false)
  const post = await published(ctx, slug)
  expect(await findPostsAround(ctx, post)).toMatchObject({
    newer: { title: 'Shares one' },
    older: { title: 'Chatbots that listen' },
  })
  expect(titlesOf(await listRelatedPosts(ctx, post))).toEqual([
    'Shares both',
    'Shares one',
    'Chatbots that listen',
  ])
})
