import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { importFile, previewImport, runImportJob } from '#tests/support/imports.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import type { FieldErrors } from '#app/platform/errors.ts'
import { OverBudget } from '#app/platform/pool/task.ts'
import { unpublishPost } from '../change-post-state.server.ts'
import { createPost } from '../create-post.server.ts'
import { findFormerPost } from '../find-published-post.server.ts'
import { getPost } from '../get-post.server.ts'
import { emptyPostForm } from '../post-form.ts'
import { findDraft, saveDraft } from '../save-draft.server.ts'
import { updatePost } from '../update-post.server.ts'

import { exportPosts } from './export-posts.server.ts'
import { runImport } from './import-posts.job.server.ts'
import {
  cancelPostImport,
  chooseEntries,
  confirmPostImport,
  getPostImport,
  listEntries,
  listImports,
} from './post-imports.server.ts'
import { addImportPart, startImport } from './upload-import.server.ts'
import { IMPORT_PART } from './read-import.ts'

async function owner() {
  return asOwner(await createTestCtx())
}

type OwnerCtx = Awaited<ReturnType<typeof owner>>

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? strToU8(file) : file)
const md = (fields: string, body = 'Text') => strToU8(`---\n${fields}\n---\n${body}`)
const dated = (title: string, body?: string) => md(`title: ${title}\ndate: 2024-05-01`, body)

const posts = (ctx: OwnerCtx) =>
  ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'post_id', 'id')
    .select(['id', 'slug', 'title', 'source', 'html', 'own_excerpt', 'image_url', 'image_alt', 'tags'])
    .select(['published', 'published_at', 'publish_at', 'created_at'])
    .orderBy('slug')
    .execute()

async function confirm(ctx: OwnerCtx, id: string, redirects = true) {
  await confirmPostImport(ctx, { id, redirects })
  await runImportJob(ctx, id)
}

test('nothing is stored before the preview is confirmed, and then only what was chosen', async () => {
  const ctx = await owner()
  const bytes = zipSync({
    'a.md': dated('A'),
    'b.md': dated('B'),
    'c.md': md('title: C\ndate: 2024-05-01\ndraft: "true"'),
    'd.md': md('title: D\ndate: 2099-05-01'),
    'broken.md': strToU8('---\ntitle: Half\ntags: [\n---\nText'),
  })
  const { id, state, entries } = await previewImport(ctx, { bytes })
  expect(state).toMatchObject({ state: 'ready', total: 5, format: 'Markdown' })
  const seen = Object.fromEntries(entries.map((entry) => [entry.title, entry]))
  expect(seen['A']).toMatchObject({ state: 'published', reason: null, choice: 'import', slug: 'a' })
  expect(seen['C']).toMatchObject({ state: 'draft', reason: expect.any(String), choice: 'import' })
  expect(seen['D']).toMatchObject({ state: 'scheduled', choice: 'import' })
  expect(seen['Half']).toMatchObject({ state: 'draft', reason: 'Its front matter is not plain.' })
  expect(await posts(ctx)).toEqual([])

  await chooseEntries(ctx, { id, seen: new Map([[seen['B']?.position ?? -1, false]]) })
  await confirm(ctx, id)
  expect(
    (await posts(ctx)).map(({ slug, published, publish_at: at }) => [slug, published, at !== null]),
  ).toEqual([
    ['a', 1, false],
    ['broken', 0, false],
    ['c', 0, false],
    ['d', 0, true],
  ])
  const report = await listEntries(ctx, { id, page: 1 })
  expect(Object.fromEntries(report.entries.map(({ title, outcome }) => [title, outcome]))).toEqual({
    A: 'imported',
    B: 'left',
    C: 'imported',
    D: 'imported',
    Half: 'imported',
  })
  expect(await getPostImport(ctx, id)).toMatchObject({ state: 'done', imported: 4, updated: 0 })
})

test('the state of many is changed at once, of those chosen or of all', async () => {
  const ctx = await owner()
  const bytes = zipSync({
    'a.md': dated('A'),
    'b.md': md('title: B'),
    'c.md': md('title: C\ndate: 2099-05-01'),
  })
  const { id, entries } = await previewImport(ctx, { bytes })
  const at = (title: string) => entries.find((entry) => entry.title === title)?.position ?? -1
  await chooseEntries(ctx, {
    id,
    seen: new Map([
      [at('A'), true],
      [at('B'), false],
    ]),
    change: 'draft',
  })
  await expect(
    chooseEntries(ctx, { id, seen: new Map([[at('A'), false]]), change: 'draft' }),
  ).rejects.toMatchObject({ fields: { change: expect.stringContaining('choose the posts') } })
  await chooseEntries(ctx, { id, seen: new Map(), change: 'import', all: true })
  const states = async () =>
    (await listEntries(ctx, { id, page: 1 })).entries.map(({ title, state, choice }) => [
      title,
      state,
      choice,
    ])
  expect((await states()).toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['A', 'draft', 'import'],
    ['B', 'draft', 'import'],
    ['C', 'scheduled', 'import'],
  ])
  // What is dated in the future stays scheduled, and what has no date is dated now.
  await chooseEntries(ctx, { id, seen: new Map(), change: 'published', all: true })
  expect(
    (await states()).toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))).map(([, state]) => state),
  ).toEqual(['published', 'published', 'scheduled'])
  await confirm(ctx, id)
  expect((await posts(ctx)).map(({ slug, published_at: date }) => [slug, date])).toEqual([
    ['a', Date.UTC(2024, 4, 1)],
    ['b', ctx.clock.now()],
    ['c', null],
  ])
})

test('a second import recognises its posts: it leaves them, updates them or makes copies', async () => {
  const ctx = await owner()
  const file = (text: string) => zipSync({ 'a.md': dated('A', text) })
  await importFile(ctx, file('First'))
  const again = await importFile(ctx, file('Second'))
  expect(again.entries).toMatchObject([{ choice: 'skip', known_post_id: expect.any(String), outcome: null }])

  const update = await previewImport(ctx, { bytes: file('Second') })
  await chooseEntries(ctx, { id: update.id, seen: new Map([[0, true]]) })
  await confirm(ctx, update.id)
  expect((await posts(ctx)).map(({ slug, source }) => [slug, source])).toEqual([['a', 'Second']])

  const copy = await previewImport(ctx, { bytes: file('Third') })
  await chooseEntries(ctx, { id: copy.id, seen: new Map([[0, true]]), change: 'import' })
  await confirm(ctx, copy.id)
  expect((await posts(ctx)).map(({ slug, source }) => [slug, source])).toEqual([
    ['a', 'Second'],
    ['a-2', 'Third'],
  ])
})

test('an import leaves a post in which somebody has unsaved changes, and so does its cancelling', async () => {
  const ctx = await owner()
  await importFile(ctx, zipSync({ 'a.md': dated('A', 'First'), 'b.md': dated('B', 'First') }))
  const [a, b] = await posts(ctx)
  const type = async (id = '') =>
    saveDraft(ctx, { postId: id, baseVersion: 1, form: { ...emptyPostForm, title: 'Typed' } })
  await type(a?.id)
  const { id } = await previewImport(ctx, {
    bytes: zipSync({ 'a.md': dated('A', 'Second'), 'b.md': dated('B', 'Second'), 'c.md': dated('C') }),
  })
  await chooseEntries(ctx, {
    id,
    seen: new Map([
      [0, true],
      [1, true],
    ]),
  })
  await confirmPostImport(ctx, { id, redirects: true })
  const cut = interruptible(ctx, 3)
  await expect(runImport.run(cut.ctx, { id }, { signal: cut.signal })).rejects.toThrow('drains')
  expect((await listEntries(ctx, { id, page: 1 })).entries).toMatchObject([
    { outcome: 'left', notes: [expect.stringContaining('unsaved changes')] },
    { outcome: 'updated' },
    {},
  ])
  await type(b?.id)
  await cancelPostImport(ctx, { id })
  await runImportJob(ctx, id)
  expect((await posts(ctx)).map(({ source }) => source)).toEqual(['First', 'Second'])
  for (const post of [a, b]) expect((await findDraft(ctx, post?.id ?? ''))?.form.title).toBe('Typed')
})

test('posts with one title get addresses of their own, and never that of a post here', async () => {
  const ctx = await owner()
  await createPost(ctx, { form: { ...emptyPostForm, title: 'Plans', content: 'x' }, published: false })
  const bytes = zipSync({ 'x/plans.md': dated('Plans'), 'y/plans.md': dated('Plans') })
  const { entries } = await importFile(ctx, bytes)
  expect(entries.map(({ slug }) => slug ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'plans-2',
    'plans-3',
  ])
})

test('pictures of the zip are stored with the post, once each, and missing ones are named', async () => {
  const ctx = await owner()
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
    .png()
    .toBuffer()
  const body =
    '![A](pics/a.png) ![B](/images/b.png?v=2 "t") ![Gone](gone.png) <img src="pics/a.png">\n\n`![](pics/a.png)`'
  const bytes = zipSync({
    'posts/one.md': md('title: One\ndate: 2024-05-01\nimage: pics/a.png', body),
    'posts/pics/a.png': png,
    'static/images/b.png': png,
    'posts/pics/damaged.png': strToU8('no picture'),
    'posts/two.md': dated('Two', '![](pics/damaged.png) ![](../posts/pics/a.png)'),
  })
  const { entries } = await importFile(ctx, bytes)
  const [one, two] = await posts(ctx)
  expect(one?.source).toMatch(
    /^!\[A\]\(\/images\/\S+\) !\[B\]\(\/images\/\S+ "t"\) !\[Gone\]\(gone\.png\) <img src="\/images\//,
  )
  expect(one?.image_url).toMatch(/^\/images\//)
  expect(one?.source).toContain(one?.image_url)
  const notes = entries.flatMap((entry) => entry.notes)
  expect(notes).toContain('The picture gone.png is missing.')
  expect(notes).toContainEqual(expect.stringContaining('posts/pics/damaged.png was left out'))
  expect(two?.source).toContain(one?.image_url)
  expect(await ctx.db.selectFrom('blog_import_picture').select('name').execute()).toHaveLength(3)
})

test('former addresses lead to the posts, and links between posts to their new places', async () => {
  const ctx = await owner()
  const item = (name: string, link: string, content: string) =>
    `<item><title>${name}</title><link>${link}</link><wp:post_id>${name}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2023-02-01 10:30:00</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded></item>`
  const links =
    '<p><a href="https://old.example/2013/two/#part">two</a> <a href="/2013/two">same</a> <a href="https://elsewhere.example/2013/two/">other</a></p>'
  const xml = wxr(
    item('one', 'https://old.example/2013/one/', links) +
      item('two', 'https://old.example/2013/two/', '<p>x</p>'),
  )
  await importFile(ctx, strToU8(xml))
  const [one] = await posts(ctx)
  expect(one?.html).toContain('href="/blog/two#part"')
  expect(one?.html).toContain('href="/blog/two"')
  expect(one?.html).toContain('href="https://elsewhere.example/2013/two/"')
  const paths = await ctx.db.selectFrom('blog_former_path').select('path').orderBy('path').execute()
  expect(paths.map(({ path }) => path)).toEqual(['/2013/one', '/2013/two'])
  expect(await findFormerPost(ctx, '/2013/one/')).toBe('/blog/one')
  expect(await findFormerPost(ctx, '/2013/three')).toBeNull()
  await unpublishPost(ctx, one?.id ?? '')
  expect(await findFormerPost(ctx, '/2013/one')).toBeNull()

  const other = await owner()
  const { id } = await previewImport(other, { bytes: strToU8(xml) })
  await confirm(other, id, false)
  expect(await other.db.selectFrom('blog_former_path').select('path').execute()).toEqual([])
})

test('limits trim and are reported, and never refuse a post', async () => {
  const ctx = await owner()
  const tags = Array.from({ length: 12 }, (_, n) => `tag${n}`).join(', ')
  const fields = [
    `title: ${'t'.repeat(300)}`,
    'date: 2024-05-01',
    `excerpt: ${'e'.repeat(900)}`,
    `tags: [${tags}]`,
  ]
  const { entries } = await importFile(
    ctx,
    zipSync({ 'a.md': md(fields.join('\n')), 'b.md': dated('Empty', '') }),
  )
  const [long, empty] = (await posts(ctx)).toSorted((a, b) => b.title.length - a.title.length)
  expect(long).toMatchObject({ published: 1 })
  expect(long?.own_excerpt).toHaveLength(500)
  expect(JSON.parse(long?.tags ?? '[]')).toHaveLength(10)
  expect(entries.flatMap(({ notes }) => notes)).toEqual(
    expect.arrayContaining([
      'The title was shortened to 200 characters.',
      'The excerpt was shortened to 500 characters.',
      expect.stringContaining('tag10, tag11'),
    ]),
  )
  expect(empty).toMatchObject({ title: 'Empty', published: 0 })
  expect(entries.find(({ title }) => title === 'Empty')).toMatchObject({ reason: 'It has no text.' })
})

const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="c" xmlns:excerpt="e" xmlns:wp="w"><channel><title>Old blog</title>${items}</channel></rss>`

test.each([
  ['text', 'hello', 'no file of posts'],
  ['nothing', '', 'choose a file'],
  [
    'a zip that is cut',
    zipSync({ 'a.md': strToU8('x'.repeat(5000)) }).subarray(0, 60),
    'This zip is damaged',
  ],

  ['a page', '<html><body>Hi</body></html>', 'not an export from WordPress'],
  ['what never ends', `<rss>${'<![CDATA['.repeat(300_000)}`, 'No post was found'],
  ['JSON that is cut', '{"db":[', 'This JSON file is damaged'],
  ['other JSON', '{"posts":1}', 'not an export from Ghost'],
])('%s is refused in a sentence, and nothing is stored', async (_name, file, sentence) => {
  const ctx = await owner()
  const refused = await importFile(ctx, bytesOf(file)).then(
    ({ state }) => state.failure,
    (error: FieldErrors) => error.fields['file'],
  )
  expect(refused).toContain(sentence)
  expect(await posts(ctx)).toEqual([])
})

test('without the owner nothing moves', async () => {
  const ctx = await createTestCtx()
  await expect(exportPosts(ctx)).rejects.toThrow('sign in')
  await expect(startImport(ctx, { name: 'a', bytes: new Uint8Array(1), base: '' })).rejects.toThrow('sign in')
})

const thirty = zipSync(
  Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}.md`, dated(`Post ${n}`)] as const)),
)

/** Aborts the run when so many posts have been rendered. */
function interruptible(ctx: OwnerCtx, after: number) {
  const abort = new AbortController()
  let rendered = 0
  const pool = {
    ...ctx.pool,
    run: (...[task, input, options]: Parameters<typeof ctx.pool.run>) => {
      if (task.name === 'render-post') rendered += 1
      if (rendered === after) abort.abort(new Error('The process drains.'))
      return ctx.pool.run(task, input, options)
    },
  } as typeof ctx.pool
  return { ctx: { ...ctx, pool }, signal: abort.signal }
}

test('an import that is cut off is taken up where it ended: nothing is lost, nothing comes twice', async () => {
  const ctx = await owner()
  const { id } = await previewImport(ctx, { bytes: thirty })
  await confirmPostImport(ctx, { id, redirects: true })
  const cut = interruptible(ctx, 12)
  await expect(runImport.run(cut.ctx, { id }, { signal: cut.signal })).rejects.toThrow('drains')
  const underWay = await getPostImport(ctx, id)
  expect(underWay).toMatchObject({ state: 'importing', total: 30 })
  expect(underWay.done).toBeGreaterThan(5)
  expect(underWay.done).toBeLessThan(20)
  await runImportJob(ctx, id)
  expect(await getPostImport(ctx, id)).toMatchObject({ state: 'done', done: 30, imported: 30 })
  expect(await posts(ctx)).toHaveLength(30)
  await runImportJob(ctx, id)
  expect(await posts(ctx)).toHaveLength(30)
  expect(await ctx.files.get(`imports/${id}/000`)).toBeNull()
})

test('reading that is cut off begins again, and shows every entry once', async () => {
  const ctx = await owner()
  const { id } = await startImport(ctx, { name: 'posts.zip', bytes: thirty, base: '' })
  const abort = new AbortController()
  const cut = runImport.run(ctx, { id }, { signal: abort.signal })
  abort.abort(new Error('The process drains.'))
  await expect(cut).rejects.toThrow()
  await runImportJob(ctx, id)
  expect(await listEntries(ctx, { id, page: 1 })).toMatchObject({ total: 30, chosen: 30 })
})

test('cancelling at any moment leaves nothing, except what somebody has edited since', async () => {
  const ctx = await owner()
  const preview = await previewImport(ctx, { bytes: thirty })
  await cancelPostImport(ctx, { id: preview.id })
  await runImportJob(ctx, preview.id)
  expect(await listImports(ctx)).toEqual([])

  const { id } = await previewImport(ctx, { bytes: thirty })
  await confirmPostImport(ctx, { id, redirects: true })
  const cut = interruptible(ctx, 12)
  await expect(runImport.run(cut.ctx, { id }, { signal: cut.signal })).rejects.toThrow('drains')
  const [first, ...others] = await posts(ctx)
  expect(others.length).toBeGreaterThan(4)
  const edited = await getPost(ctx, first?.id ?? '')
  await updatePost(ctx, {
    id: edited.id,
    version: 1,
    form: { ...edited.form, content: 'Mine' },
    published: false,
  })
  await cancelPostImport(ctx, { id })
  await runImportJob(ctx, id)
  expect((await posts(ctx)).map(({ source }) => source)).toEqual(['Mine'])
  for (const table of ['blog_import', 'blog_import_entry', 'blog_import_path'] as const)
    expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await ctx.files.get(`imports/${id}/000`)).toBeNull()
})

test('cancelling restores the posts that the import has updated', async () => {
  const ctx = await owner()
  await importFile(ctx, zipSync({ 'a.md': dated('A', 'First') }))
  const { id } = await previewImport(ctx, {
    bytes: zipSync({ 'a.md': dated('A', 'Second'), 'b.md': dated('B') }),
  })
  await chooseEntries(ctx, { id, seen: new Map([[0, true]]) })
  await confirmPostImport(ctx, { id, redirects: true })
  const cut = interruptible(ctx, 2)
  await expect(runImport.run(cut.ctx, { id }, { signal: cut.signal })).rejects.toThrow('drains')
  expect((await posts(ctx)).map(({ source }) => source)).toContain('Second')
  await cancelPostImport(ctx, { id })
  await runImportJob(ctx, id)
  expect((await posts(ctx)).map(({ source, published }) => [source, published])).toEqual([['First', 1]])
})

test('a file comes in parts, in order, and one that is not finished is deleted after a week', async () => {
  const ctx = await owner()
  const zip = zipSync({ 'a.md': dated('A'), 'noise.bin': [new Uint8Array(IMPORT_PART + 10), { level: 0 }] })
  const part = (n: number) => zip.subarray(n * IMPORT_PART, (n + 1) * IMPORT_PART)
  const sent = { name: 'a.zip', base: '', size: zip.byteLength }
  const { id, isComplete } = await addImportPart(ctx, { ...sent, import: '', part: 0, bytes: part(0) })
  expect(isComplete).toBe(false)
  await expect(addImportPart(ctx, { ...sent, import: id, part: 1, bytes: part(0) })).rejects.toMatchObject({
    fields: { file: expect.stringContaining('missing') },
  })
  await addImportPart(ctx, { ...sent, import: id, part: 1, bytes: part(1) })
  await runImportJob(ctx, id)
  expect(await getPostImport(ctx, id)).toMatchObject({ state: 'ready', total: 1 })
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
  await runImport.run({ ...ctx, pool }, { id }, { signal: new AbortController().signal })
  expect(await getPostImport(ctx, id)).toMatchObject({
    state: 'failed',
    failure: 'This takes longer to read than allowed.',
  })
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
