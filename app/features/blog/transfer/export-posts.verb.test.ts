import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { importFile } from '#tests/support/imports.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { storeImage } from '#app/features/images/store-image.server.ts'
import { createPost } from '../create-post.server.ts'
import { getPost } from '../get-post.server.ts'
import { emptyPostForm } from '../post-form.ts'
import { updatePost } from '../update-post.server.ts'

import { exportPosts } from './export-posts.server.ts'

async function owner() {
  return asOwner(await createTestCtx())
}

type OwnerCtx = Awaited<ReturnType<typeof owner>>

const posts = (ctx: OwnerCtx) =>
  ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'post_id', 'id')
    .select(['slug', 'title', 'source', 'html', 'own_excerpt', 'image_url', 'image_alt', 'tags'])
    .select(['published', 'published_at', 'publish_at', 'created_at'])
    .execute()

const png = () =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** Exports all posts. The ids of posts are removed from the files, because they differ between installations. */
async function exported(ctx: OwnerCtx) {
  const files = unzipSync(await new Response(await exportPosts(ctx)).bytes())
  const texts = Object.entries(files).filter(([name]) => name.endsWith('.md'))
  return {
    pictures: Object.keys(files).filter((name) => !name.endsWith('.md')),
    posts: Object.fromEntries(texts.map(([name, text]) => [name, strFromU8(text).replace(/^id: .*$/m, '')])),
  }
}

const pieces = fc.constantFrom(
  '',
  '  ',
  '    code',
  '# One',
  '---',
  '+++',
  '```',
  '{{< x >}}',
  '{% raw %}',
  '[[a]]',
  '==b==',
  '%%c%%',
  '{:.d}',
  ':::note',
  '<b>e</b>',
  '> [!NOTE]',
  '[f](/blog/one)',
  'import x from "y"',
  '\tg',
  'no: yes',
  '&amp;',
)
const scalars = fc.constantFrom(
  'no',
  '007',
  '2024-05-06',
  'a: b',
  '"q"',
  "it's",
  '#1',
  '- x',
  '{a}',
  '~',
  'Ünï',
  '@x',
)

test('what is exported is imported elsewhere the same: text, state, dates, addresses and pictures', async () => {
  const ctx = await owner()
  const { address } = await storeImage(ctx, { name: 'a.png', bytes: await png() })
  const texts = fc.sample(fc.array(pieces, { minLength: 1, maxLength: 8 }), { numRuns: 40, seed: 7 })
  const names = fc.sample(scalars, { numRuns: 40, seed: 8 })
  for (const [n, lines] of texts.entries()) {
    const name = names[n] ?? ''
    const form = {
      ...emptyPostForm,
      title: name,
      content: `${lines.join('\n')}\n![A](${address}#top)\n${n % 3 === 0 ? '\n' : 'end'}`,
      tags: `${name.replaceAll(/[#,]/g, '')}, C++`,
      excerpt: n % 2 ? name : '',
      author: n % 4 ? name : '',
      imageUrl: n % 5 ? '' : address,
      imageAlt: n % 5 ? '' : name,
      language: n % 6 ? '' : 'de',
    }
    const { id } = await createPost(ctx, {
      form,
      published: n % 3 === 0,
      publishAt: n % 3 === 1 ? ctx.clock.now() + 1_234_567 + n : null,
    })
    ctx.clock.advance(987)
    if (n % 6 === 0) {
      const { version } = await getPost(ctx, id)
      await updatePost(ctx, { id, version, form: { ...form, slug: `moved-${n}` }, published: n % 12 === 0 })
    }
  }
  const first = await exported(ctx)
  expect(first.pictures).toEqual([parsePath(address)])

  const other = await owner()
  other.clock.advance(50_000)
  const { state } = await importFile(other, await new Response(await exportPosts(ctx)).bytes())
  expect(state).toMatchObject({ state: 'done', imported: 40 })
  expect(await exported(other)).toEqual(first)
  const rows = async (from: OwnerCtx) =>
    (await posts(from)).toSorted((a, b) => a.title.localeCompare(b.title) || a.created_at - b.created_at)
  expect(await rows(other)).toEqual(await rows(ctx))
})

test('a picture in a file never replaces one that is stored under the same id', async () => {
  const ctx = await owner()
  const { id, stored } = await storeImage(ctx, { name: 'a.png', bytes: await png() })
  const before = await Promise.all(stored.map((name) => ctx.files.get(name)))
  const blue = sharp({ create: { width: 700, height: 400, channels: 3, background: 'blue' } })
  const zip = zipSync({
    'a.md': strToU8(
      `---\ntitle: A\ndate: 2024-05-01\n---\n![](/images/${id}/700x400.webp) ![](/images/${id}/1200x400.webp) ![](/images/${id}/300x9.webp)`,
    ),
    [`images/${id}/700x400.webp`]: await blue.webp().toBuffer(),
    [`images/${id}/1200x400.webp`]: await blue.webp().toBuffer(),
    [`images/${id}/300x9.webp`]: await blue.webp().toBuffer(),
  })
  const { state } = await importFile(ctx, zip)
  expect(state).toMatchObject({ state: 'done', imported: 1 })
  expect(await Promise.all(stored.map((name) => ctx.files.get(name)))).toEqual(before)
})

const parsePath = (address: string) => address.replace(/^\/|#.*$/g, '')
