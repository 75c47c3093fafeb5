import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { importFile } from '#tests/support/imports.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import type { FieldErrors } from '#app/platform/errors.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { createPost } from '../create-post.server.ts'
import { emptyPostForm } from '../post-form.ts'

import { exportPosts } from './export-posts.server.ts'
import { importPosts } from './import-posts.job.server.ts'
import { listImports } from './list-imports.server.ts'
import { startImport } from './start-import.server.ts'

async function owner() {
  return asOwner(await createTestCtx())
}

type OwnerCtx = Awaited<ReturnType<typeof owner>>

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? strToU8(file) : file)

async function take(ctx: OwnerCtx, file: string | Uint8Array, base = '') {
  const { imported, left, failure } = await importFile(ctx, bytesOf(file), base)
  return { imported, left, failure }
}

const posts = (ctx: OwnerCtx) =>
  ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'post_id', 'id')
    .select(['slug', 'title', 'source', 'html', 'own_excerpt', 'image_url', 'image_alt', 'tags', 'published'])
    .select(['published_at', 'created_at'])
    .orderBy('slug')
    .execute()

test('what is exported is imported elsewhere the same, drafts and dates too, and once', async () => {
  const ctx = await owner()
  const form = { ...emptyPostForm, title: 'One: "two" #3', tags: 'A, B c', excerpt: 'Short', imageAlt: 'Alt' }
  await createPost(ctx, { form: { ...form, content: '# Text\n\n---\n\n- a\n- b' }, published: true })
  ctx.clock.advance(1000)
  await createPost(ctx, { form: { ...emptyPostForm, title: 'Draft', content: 'Not yet.' }, published: false })
  const zip = await new Response(await exportPosts(ctx)).bytes()

  const other = await owner()
  other.clock.advance(2000)
  expect(await take(other, zip)).toEqual({ imported: 2, left: [], failure: null })
  expect(await posts(other)).toEqual(await posts(ctx))
  const again = await take(other, zip)
  expect(again.imported).toBe(0)
  expect(again.left).toContainEqual({ title: 'Draft', reason: 'A post with this address already exists.' })
  expect(await posts(other)).toHaveLength(2)
})

const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="c" xmlns:excerpt="e" xmlns:wp="w"><channel><title>Old blog</title>${items}</channel></rss>`

test('WordPress’s posts come with their dates, tags and pictures; its pages and its trash stay', async () => {
  const ctx = await owner()
  const item = (type: string, status: string, name: string, extra = '') =>
    `<item><title>Caf&eacute; &amp; more</title><wp:post_id>7</wp:post_id><wp:post_name>${name}</wp:post_name><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status><wp:post_date_gmt>2023-02-01 10:30:00</wp:post_date_gmt><content:encoded><![CDATA[<!-- wp:paragraph {"a":1} -->
<p>Hello <b>there</b> <script>alert(1)</script><img src=x onerror=alert(1)></p>
<!-- /wp:paragraph -->]]></content:encoded><excerpt:encoded><![CDATA[By hand]]></excerpt:encoded>${extra}</item>`
  const extra = `<category domain="category" nicename="news"><![CDATA[News]]></category><category domain="post_tag" nicename="x"><![CDATA[One, two]]></category><category domain="category" nicename="u"><![CDATA[Uncategorized]]></category><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>`
  const picture = `<item><title>p</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/p.jpg</wp:attachment_url></item>`
  const report = await take(
    ctx,
    wxr(
      item('post', 'publish', 'caf%c3%a9', extra) +
        item('post', 'draft', 'later') +
        item('post', 'trash', 'gone') +
        item('page', 'publish', 'about') +
        picture,
    ),
  )
  expect(report).toEqual({ imported: 2, left: [], failure: null })
  const [published, draft] = await posts(ctx)
  expect(published).toMatchObject({
    own_excerpt: 'By hand',
    image_url: 'https://old.example/p.jpg',
    tags: '["News","One two"]',
    published: 1,
    published_at: Date.UTC(2023, 1, 1, 10, 30),
    html: expect.stringMatching(/^<p>Hello <b>there<\/b>\s*<img src="x"[^>]*><\/p>$/),
  })
  expect(published?.title).toContain('& more')
  expect(draft).toMatchObject({ slug: 'later', published: 0, published_at: null })
})

test('Ghost’s posts come with their tags in order and whole addresses', async () => {
  const ctx = await owner()
  const post = { id: 'a', title: 'From Ghost', slug: 'from-ghost', status: 'published', type: 'post' }
  const data = {
    posts: [
      {
        ...post,
        html: '<p>Hi</p><img src="__GHOST_URL__/content/a.png">',
        custom_excerpt: null,
        feature_image: '__GHOST_URL__/content/f.png',
        created_at: '2022-01-01T00:00:00.000Z',
        published_at: '2022-01-02T00:00:00.000Z',
      },
      { ...post, id: 'b', slug: 'p', type: 'page', html: '<p>x</p>' },
    ],
    tags: [
      { id: 't1', name: 'First' },
      { id: 't2', name: '#internal' },
      { id: 't3', name: 'Second' },
    ],
    posts_tags: [
      { post_id: 'a', tag_id: 't3', sort_order: 1 },
      { post_id: 'a', tag_id: 't2', sort_order: 2 },
      { post_id: 'a', tag_id: 't1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: 'a', feature_image_alt: 'A face' }],
  }
  const report = await take(ctx, JSON.stringify({ db: [{ meta: {}, data }] }), 'https://ghost.example/')
  expect(report).toEqual({ imported: 1, left: [], failure: null })
  expect(await posts(ctx)).toMatchObject([
    {
      slug: 'from-ghost',
      tags: '["First","Second"]',
      image_url: 'https://ghost.example/content/f.png',
      image_alt: 'A face',
      published_at: Date.UTC(2022, 0, 2),
      html: expect.stringContaining('src="https://ghost.example/content/a.png"'),
    },
  ])
})

const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}">]>${wxr('<item><title>&b;</title></item>')}`

test.each([
  ['text', 'hello', 'This is neither a zip'],
  ['nothing', '', 'This is neither a zip'],
  [
    'a zip that is cut',
    zipSync({ 'a.md': strToU8('x'.repeat(5000)) }).subarray(0, 60),
    'This zip is damaged',
  ],
  ['a zip bomb', zipSync({ 'a.md': new Uint8Array(60 * 1024 * 1024) }), 'unpacks to more'],
  ['a page', '<html><body>Hi</body></html>', 'not an export from WordPress'],
  ['entities without end', laughs, 'declares its own entities'],
  ['what never ends', `<rss>${'<![CDATA['.repeat(300_000)}`, 'XML'],
  ['JSON that is cut', '{"db":[', 'This JSON file is damaged'],
  ['other JSON', '{"posts":1}', 'not an export from Ghost'],
])('%s is refused in a sentence, and nothing is stored', async (_name, file, sentence) => {
  const ctx = await owner()
  const refused = await take(ctx, file).then(
    ({ failure }) => failure,
    (error: FieldErrors) => error.fields['file'],
  )
  expect(refused).toContain(sentence)
  expect(await posts(ctx)).toEqual([])
})

test('marks that never end take no time', async () => {
  const ctx = await owner()
  const body = '<!-- wp:'.repeat(100_000)
  const item = `<item><title>a</title><wp:post_type>post</wp:post_type><content:encoded><![CDATA[${body}]]></content:encoded></item>`
  // Without the limit it would take minutes, until the import exceeds its budget.
  expect((await take(ctx, wxr(item))).left).toHaveLength(1)
})

test('what was to appear later elsewhere is a draft here', async () => {
  const ctx = await owner()
  await take(ctx, zipSync({ 'later.md': strToU8('---\ntitle: Later\ndate: 2030-01-01\n---\nText') }))
  expect(await posts(ctx)).toMatchObject([{ published: 0, published_at: null, created_at: ctx.clock.now() }])
})

test('one bad post does not keep the others out', async () => {
  const ctx = await owner()
  const zip = zipSync({
    'good.md': strToU8('---\ntitle: Good\n---\nText'),
    'empty.md': strToU8('---\ntitle: Empty\n---\n'),
    'broken.md': strToU8('---\ntitle: [\n---\nText'),
    '__MACOSX/good.md': strToU8('x'),
    'picture.png': strToU8('x'),
  })
  const report = await take(ctx, zip)
  expect(report.imported).toBe(1)
  expect(report.left).toEqual(
    expect.arrayContaining([
      { title: 'Empty', reason: 'Please enter the content.' },
      { title: 'broken.md', reason: 'Its front matter is not YAML.' },
    ]),
  )
})

test('without the owner nothing moves', async () => {
  const ctx = await createTestCtx()
  await expect(exportPosts(ctx)).rejects.toThrow('sign in')
  await expect(startImport(ctx, { name: 'a', bytes: new Uint8Array(), base: '' })).rejects.toThrow('sign in')
})

test('an import that is cut off is taken up where it ended: nothing is lost, nothing comes twice', async () => {
  const ctx = await owner()
  const file = (n: number) => [`p${n}.md`, strToU8(`---\ntitle: Post ${n}\n---\nText`)] as const
  const zip = zipSync(Object.fromEntries(Array.from({ length: 30 }, (_, n) => file(n))))
  const { id } = await startImport(ctx, { name: 'posts.zip', bytes: zip, base: '' })
  const abort = new AbortController()
  const pool = {
    ...ctx.pool,
    run: (...[task, input, options]: Parameters<typeof ctx.pool.run>) => {
      if (task.name === 'render-post') rendered += 1
      if (rendered === 12) abort.abort(new Error('The process drains.'))
      return ctx.pool.run(task, input, options)
    },
  } as typeof ctx.pool
  let rendered = 0
  await expect(importPosts.run({ ...ctx, pool }, { id }, { signal: abort.signal })).rejects.toThrow('drains')
  const [underWay] = await listImports(ctx)
  expect(underWay).toMatchObject({ state: 'waiting', total: 30, left: [] })
  expect(underWay?.done).toBeGreaterThan(5)
  expect(underWay?.done).toBeLessThan(20)
  await importPosts.run(ctx, { id }, { signal: new AbortController().signal })
  expect(await listImports(ctx)).toMatchObject([{ state: 'done', done: 30, imported: 30, left: [] }])
  expect(await posts(ctx)).toHaveLength(30)
  await importPosts.run(ctx, { id }, { signal: new AbortController().signal })
  expect(await posts(ctx)).toHaveLength(30)
  expect(await ctx.db.selectFrom('blog_import_file').select('part').execute()).toEqual([])
})

test('an address of the old blog that is none, or too long, is refused before anything is stored', async () => {
  const ctx = await owner()
  for (const base of ['javascript:alert(1)', `https://a.example/${'x'.repeat(300)}`])
    await expect(startImport(ctx, { name: 'a', bytes: strToU8('{}'), base })).rejects.toMatchObject({
      fields: { base: expect.stringContaining('https://') },
    })
  expect(await listImports(ctx)).toEqual([])
})

test('a text that takes too long to read ends the import with a sentence', async () => {
  const ctx = await owner()
  const { id } = await startImport(ctx, { name: 'a.zip', bytes: zipSync({}), base: '' })
  const pool = { ...ctx.pool, run: () => Promise.reject(new OverBudget('time')) }
  await importPosts.run({ ...ctx, pool }, { id }, { signal: new AbortController().signal })
  expect(await listImports(ctx)).toMatchObject([
    { state: 'failed', failure: 'This takes longer to read than allowed.' },
  ])
})

test('while a long post is packed others have their turn', async () => {
  const ctx = await owner()
  const content = 'A long text of many words. '.repeat(12_000)
  await createPost(ctx, { form: { ...emptyPostForm, title: 'Long', content }, published: false })
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await new Response(await exportPosts(ctx)).bytes()
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(content.length / (64 * 1024))
})
