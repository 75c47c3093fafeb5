import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { systemClock } from '#app/platform/clock.ts'
import { createTestPost, postForm } from '#tests/factories/post.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { createPost } from '../create-post.server.ts'
import { findPublishedPost } from '../find-published-post.server.ts'
import { listPublishedPosts } from '../list-published-posts.server.ts'

import { findRemoteImages } from './find-remote-images.job.server.ts'
import { keepRemoteImage } from './keep-remote-image.job.server.ts'
import { listMissingImages } from './remote-images.server.ts'

/** Starts another site with one picture, at /cat.png, and a page. */
async function startOtherSite(): Promise<string> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    const isCat = request.url === '/cat.png'
    response.writeHead(200, { 'content-type': isCat ? 'image/png' : 'text/html' })
    response.end(isCat ? picture : '<p>No picture</p>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ctxOfOwner(): Promise<TestCtx> {
  return {
    ...asOwner(await createTestCtx()),
    outbound: { loopback: true, oauth: null },
    clock: systemClock,
  } as TestCtx
}

/** Runs the queued fetches, as the worker does. */
async function fetchWaiting(ctx: TestCtx): Promise<void> {
  const { signal } = new AbortController()
  for (const { id } of await ctx.db
    .selectFrom('remote_image')
    .select('id')
    .where('state', '=', 'waiting')
    .execute())
    await keepRemoteImage
      .run(ctx, { id }, { signal })
      .catch((error: unknown) => keepRemoteImage.givenUp?.(ctx, { id }, error))
}

test('a picture from elsewhere is shown from here once it was fetched, and a link until then', async () => {
  const ctx = await ctxOfOwner()
  const other = await startOtherSite()
  const form = postForm({ content: `![A cat](${other}/cat.png)`, imageUrl: `${other}/cat.png` })
  const { slug } = await createPost(ctx, { form, published: true })
  const before = await findPublishedPost(ctx, slug)
  expect(before?.html).toContain(`<a href="${other}/cat.png" target="_blank" rel="noopener">A cat</a>`)
  expect(before?.html).not.toContain('<img')
  expect(before?.imageUrl).toBe(null)

  await fetchWaiting(ctx)
  const after = await findPublishedPost(ctx, slug)
  expect(after?.html).toMatch(/<img src="\/images\/[0-9a-f-]{36}\/64x48\.webp" alt="A cat"/)
  expect(after?.html).not.toContain(other)
  expect(after?.imageUrl).toMatch(/^\/images\//)
  const { posts } = await listPublishedPosts(ctx, { page: 1 })
  expect(posts.map(({ imageUrl }) => imageUrl)).toEqual([after?.imageUrl])
  const files = await ctx.db.selectFrom('remote_image').select('address').execute()
  expect(files).toHaveLength(1)
})

test('what cannot be fetched is told with the reason, and tried again when the post is saved', async () => {
  const ctx = await ctxOfOwner()
  const other = await startOtherSite()
  const content = `![A page](${other}/page.html)`
  const form = postForm({ content })
  const { slug } = await createPost(ctx, { form, published: true })
  await fetchWaiting(ctx)
  const post = await findPublishedPost(ctx, slug)
  expect(post?.html).not.toContain('<img')
  const missing = () => listMissingImages(ctx, { html: `<img src="${other}/page.html">`, imageUrl: null })
  expect(await missing()).toEqual([
    { url: `${other}/page.html`, reason: 'There is no picture at this address.' },
  ])
  await createPost(ctx, { form: postForm({ content }), published: false })
  expect(await missing()).toEqual([{ url: `${other}/page.html`, reason: null }])
})

test('addresses of our own network are never asked', async () => {
  const ctx = { ...(await ctxOfOwner()), outbound: { loopback: false, oauth: null } }
  const other = await startOtherSite()
  await createPost(ctx, { form: postForm({ content: `![](${other}/cat.png)` }), published: true })
  await fetchWaiting(ctx)
  expect(await listMissingImages(ctx, { html: '', imageUrl: `${other}/cat.png` })).toMatchObject([
    { reason: 'The address cannot be reached.' },
  ])
})

test('the pictures of posts that were there before are found after the upgrade', async () => {
  const ctx = await ctxOfOwner()
  const { id } = await createTestPost(ctx)
  await ctx.db
    .updateTable('blog_content')
    .set({ html: '<p><img src="https://pictures.example/a.png" alt=""></p>' })
    .where('post_id', '=', id)
    .execute()
  await findRemoteImages.run(ctx, {}, { signal: new AbortController().signal })
  const found = await ctx.db.selectFrom('remote_image').select(['url', 'state']).execute()
  expect(found).toEqual([{ url: 'https://pictures.example/a.png', state: 'waiting' }])
  const jobs = await ctx.db.selectFrom('job').select('name').where('name', '=', 'keep-remote-image').execute()
  expect(jobs).toHaveLength(1)
})
