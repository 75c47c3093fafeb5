import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { importFile } from '#tests/support/imports.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { storeImage } from '#app/features/images/store-image.server.ts'
import { createPost } from '../create-post.server.ts'
import { getPost } from '../get-post.server.ts'
import { digestOfTexts, linkVersion } from '../languages/link-version.server.ts'
import { textsOf } from '../languages/post-texts.ts'
import { addPostVersion } from '../languages/post-versions.server.ts'
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

test('a version in another language stays one, and is as current as it was', async () => {
  const ctx = await owner()
  await addLanguage(ctx, 'de')
  // The version precedes its source in the file, as it does after the main language was exchanged.
  const german = await createPost(ctx, {
    form: { ...emptyPostForm, title: 'Anrufe', content: 'Wer hebt ab?', language: 'de' },
    published: true,
  })
  const english = await createPost(ctx, {
    form: { ...emptyPostForm, title: 'Calls', content: 'Who answers?' },
    published: true,
  })
  const texts = textsOf((await getPost(ctx, english.id)).form)
  const digest = digestOfTexts(texts)
  expect(await linkVersion(ctx, { id: german.id, sourceId: english.id, digest })).toBeNull()
  const other = await createPost(ctx, {
    form: { ...emptyPostForm, title: 'Costs', content: 'A cent.' },
    published: true,
  })
  await addPostVersion(ctx, { id: other.id, language: 'de' })
  const { version, form } = await getPost(ctx, other.id)
  await updatePost(ctx, { id: other.id, version, form: { ...form, content: 'Two cents.' }, published: true })
  const zip = await new Response(await exportPosts(ctx)).bytes()

  const elsewhere = await owner()
  await addLanguage(elsewhere, 'de')
  // Its address is taken here, so the source gets another one.
  await createPost(elsewhere, {
    form: { ...emptyPostForm, title: 'Calls', content: 'Ours.' },
    published: true,
  })
  expect((await importFile(elsewhere, zip)).state).toMatchObject({ state: 'done', imported: 4 })
  expect(await versions(elsewhere)).toEqual([
    { source: 'calls-2', slug: 'anrufe', isCurrent: true },
    { source: 'costs', slug: 'costs-de', isCurrent: false },
  ])
})

test('translations in another export become versions in languages that the site has', async () => {
  const file = (title: string) => strToU8(`---\ntitle: ${title}\ndate: 2024-05-01\n---\nText`)
  const zip = zipSync({ 'a.md': file('Calls'), 'a.de.md': file('Anrufe'), 'a.fr.md': file('Appels') })
  const ctx = await owner()
  await addLanguage(ctx, 'de')
  const { entries } = await importFile(ctx, zip)
  expect(await versions(ctx)).toEqual([{ source: 'a', slug: 'a-2', isCurrent: true }])
  const french = entries.find(({ title }) => title === 'Appels')
  expect(french?.notes.join()).toContain(
    'in a language that this site does not have, so it stands for itself',
  )
})

test('a version without its source stands for itself, and the report says so', async () => {
  const ctx = await owner()
  await addLanguage(ctx, 'de')
  const { id: sourceId } = await createPost(ctx, {
    form: { ...emptyPostForm, title: 'Calls', content: 'Who answers?' },
    published: true,
  })
  await addPostVersion(ctx, { id: sourceId, language: 'de' })
  const files = unzipSync(await new Response(await exportPosts(ctx)).bytes())
  const zip = zipSync({ 'calls-de.md': files['calls-de.md'] ?? new Uint8Array() })
  const bare = await importFile(await owner(), zip)
  expect(bare.entries[0]?.notes.join()).toContain('a translation of /blog/calls, which is not here')
  // Here its source is found by the address.
  const elsewhere = await owner()
  await createPost(elsewhere, {
    form: { ...emptyPostForm, title: 'Calls', content: 'Who answers?' },
    published: true,
  })
  await importFile(elsewhere, zip)
  expect(await versions(elsewhere)).toEqual([{ source: 'calls', slug: 'calls-de', isCurrent: true }])
})

async function versions(ctx: OwnerCtx) {
  const rows = await ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_post as original', 'original.id', 'blog_post.source_id')
    .select(['original.slug as source', 'blog_post.slug', 'blog_post.source_texts'])
    .orderBy('blog_post.slug')
    .execute()
  return rows.map(({ source_texts: texts, ...row }) => ({ ...row, isCurrent: texts !== null }))
}

const parsePath = (address: string) => address.replace(/^\/|#.*$/g, '')
