import { expect, test } from 'vitest'

import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { createTestPost, postForm } from '#tests/factories/post.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'
import { eventually } from '#tests/support/eventually.ts'

import { createPost } from './create-post.server.ts'
import { deletePost, publishPost, unpublishPost } from './change-post-state.server.ts'
import { findPublishedPost } from './find-published-post.server.ts'
import { getPost } from './get-post.server.ts'
import { listPosts } from './list-posts.server.ts'
import { readPost } from './pages/read-posts.server.ts'
import { listRevisions, restoreRevision } from './revisions.server.ts'
import { discardDraft, findDraft, saveDraft } from './save-draft.server.ts'
import { updatePost } from './update-post.server.ts'

const everything = { q: '', state: null, page: 1 }

test('without the owner nothing is written or listed', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestPost(ctx)
  const form = postForm()
  for (const attempt of [
    () => createPost(ctx, { form, published: true }),
    () => updatePost(ctx, { id, version: 1, form, published: true }),
    () => saveDraft(ctx, { postId: id, baseVersion: 1, form }),
    () => findDraft(ctx, id),
    () => discardDraft(ctx, id),
    () => publishPost(ctx, id),
    () => unpublishPost(ctx, id),
    () => deletePost(ctx, id),
    () => getPost(ctx, id),
    () => listPosts(ctx, everything),
    () => listRevisions(ctx, id),
    () => restoreRevision(ctx, { postId: id, revisionId: id }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await getPost(asOwner(ctx), id)).toMatchObject({ version: 1, published: 1 })
})

test('a post is stored as typed and as shown, with address, excerpt and tags', async () => {
  const ctx = asOwner(await createTestCtx())
  const content = `# Hello\n\n${'word '.repeat(60)}`
  const { id, slug } = await createPost(ctx, {
    form: postForm({ title: 'Ten Ways, Really', content, tags: 'AI, ai , #Voice Agents,,' }),
    published: true,
  })
  expect(slug).toBe('ten-ways-really')
  const post = await getPost(ctx, id)
  expect(post.form).toMatchObject({ content, tags: 'AI, Voice Agents', excerpt: '' })
  expect(post.excerpt).toBe(`${`Hello ${'word '.repeat(60)}`.slice(0, 200)}...`)
  expect(post.html).toContain('<h2 id="s-hello">Hello</h2>')
  expect(await findPublishedPost(ctx, slug)).toMatchObject({
    title: 'Ten Ways, Really',
    imageUrl: null,
    publishedAt: ctx.clock.now(),
    tags: [
      { name: 'AI', path: '/blog/tag/ai' },
      { name: 'Voice Agents', path: '/blog/tag/voice-agents' },
    ],
  })
})

test('what is missing or unsafe is named by its field', async () => {
  const ctx = asOwner(await createTestCtx())
  const refused = (fields: object) =>
    createPost(ctx, { form: postForm(fields), published: true }).catch((e: { fields: object }) => e.fields)
  expect(await refused({ title: ' ', content: '\n' })).toEqual({
    title: 'Please enter a title.',
    content: 'Please enter the content.',
  })
  for (const imageUrl of [
    'javascript:alert(1)',
    'data:image/png;base64,x',
    '//evil.example/x',
    '/\\evil.example',
    'x.png',
  ])
    expect(await refused({ imageUrl })).toHaveProperty('imageUrl')
  expect(await refused({ content: 'a\0' })).toHaveProperty('content')
  expect(await refused({ content: 'x'.repeat(5 * 1024 * 1024) })).toHaveProperty('content')
  expect(await refused({ tags: Array.from({ length: 11 }, (_, n) => `t${n}`).join() })).toHaveProperty('tags')
  expect((await listPosts(ctx, everything)).total).toBe(0)
})

test('addresses are unique, stay when the title changes, and lead on when they are changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const first = await createTestPost(ctx, { title: 'Same' })
  const second = await createTestPost(ctx, { title: 'Same' })
  expect([first.slug, second.slug]).toEqual(['same', 'same-2'])
  const form = postForm({ title: 'Another title', slug: '' })
  expect(await updatePost(ctx, { id: first.id, version: 1, form, published: true })).toEqual({
    version: 2,
    slug: 'same',
  })
  const taken = updatePost(ctx, {
    id: first.id,
    version: 2,
    form: { ...form, slug: 'Same 2' },
    published: true,
  })
  await expect(taken).rejects.toMatchObject({ fields: { slug: expect.stringContaining('Another post') } })
  await updatePost(ctx, { id: first.id, version: 2, form: { ...form, slug: 'New Home!' }, published: true })
  expect(await findPublishedPost(ctx, 'same')).toMatchObject({ slug: 'new-home' })
  expect((await createTestPost(ctx, { title: 'Same' })).slug).toBe('same-3')
  await updatePost(ctx, { id: first.id, version: 3, form: { ...form, slug: 'same' }, published: true })
  expect(await findPublishedPost(ctx, 'new-home')).toMatchObject({ slug: 'same' })
})

test('twenty posts of one title at once get twenty addresses', async () => {
  const ctx = await createTestCtx()
  const made = await Promise.all(Array.from({ length: 20 }, () => createTestPost(ctx, { title: 'Rush' })))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(20)
})

test('a stale save is refused with what stands there, and nothing is overwritten', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id } = await createTestPost(ctx, { title: 'One', content: 'First' })
  const saves = ['Mine', 'Theirs'].map((content) =>
    updatePost(ctx, { id, version: 1, form: postForm({ title: 'One', content }), published: true }),
  )
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { form, version } = await getPost(ctx, id)
  const refusal = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as object
  expect(refusal).toMatchObject({ code: 'conflict', version: 2, current: form })
  expect(version).toBe(2)
})

test('drafts touch nothing that is live, and go with the save', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, { content: 'Live' })
  const before = await findPublishedPost(ctx, slug)
  const form = postForm({ content: 'Half a thou' })
  await saveDraft(ctx, { postId: id, baseVersion: 1, form })
  await saveDraft(ctx, { postId: id, baseVersion: 1, form: { ...form, content: 'Half a thought' } })
  expect(await findDraft(ctx, id)).toMatchObject({ form: { content: 'Half a thought' }, baseVersion: 1 })
  expect(await findPublishedPost(ctx, slug)).toEqual(before)
  await updatePost(ctx, { id, version: 1, form: postForm({ content: 'A thought' }), published: true })
  expect(await findDraft(ctx, id)).toBeNull()
  await saveDraft(ctx, { postId: null, baseVersion: 0, form })
  expect(await findDraft(ctx, null)).toMatchObject({ form })
  await createTestPost(ctx)
  expect(await findDraft(ctx, null)).toBeNull()
})

test('an earlier text comes back as a draft, under the present address', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, { title: 'A', content: 'First' })
  await updatePost(ctx, {
    id,
    version: 1,
    form: postForm({ title: 'B', content: 'Second', slug: 'b' }),
    published: true,
  })
  const revisions = await listRevisions(ctx, id)
  expect(revisions.map(({ version }) => version)).toEqual([2, 1])
  await restoreRevision(ctx, { postId: id, revisionId: revisions[1]?.id ?? '' })
  expect(await findDraft(ctx, id)).toMatchObject({
    form: { title: 'A', content: 'First', slug: 'b' },
    baseVersion: 2,
  })
  expect(await findPublishedPost(ctx, slug)).toMatchObject({ title: 'B' })
  const other = await createTestPost(ctx)
  const foreign = restoreRevision(ctx, { postId: other.id, revisionId: revisions[0]?.id ?? '' })
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' })
})

test('publishing and taking back keep the first date, count as changes and tell every instance', async () => {
  const ctx = asOwner(await createTestCtx())
  let purges = 0
  ctx.signals.subscribe(PAGES_TOPIC, () => {
    purges += 1
  })
  const { id, slug } = await createTestPost(ctx, {}, false)
  expect(await findPublishedPost(ctx, slug)).toBeNull()
  const published = ctx.clock.now()
  await publishPost(ctx, id)
  ctx.clock.advance(1000)
  await unpublishPost(ctx, id)
  expect(await findPublishedPost(ctx, slug)).toBeNull()
  await publishPost(ctx, id)
  expect(await findPublishedPost(ctx, slug)).toMatchObject({ publishedAt: published })
  await expect(updatePost(ctx, { id, version: 1, form: postForm(), published: true })).rejects.toMatchObject({
    version: 4,
  })
  await deletePost(ctx, id)
  await eventually(() => expect(purges).toBe(4))
})

test('publishing while the post is being saved is not lost', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 0; n < 5; n += 1) {
    const { id } = await createTestPost(ctx, {}, false)
    const save = updatePost(ctx, { id, version: 1, form: postForm(), published: false })
    const [saved] = await Promise.allSettled([save, publishPost(ctx, id)])
    const { published, version } = await getPost(ctx, id)
    expect([published, version]).toEqual([1, saved.status === 'fulfilled' ? 3 : 2])
  }
})

test('a deleted post leaves nothing behind and frees its address', async () => {
  const ctx = asOwner(await createTestCtx())
  const { id, slug } = await createTestPost(ctx, { title: 'Gone', tags: 'x', content: 'needle' })
  await saveDraft(ctx, { postId: id, baseVersion: 1, form: postForm() })
  await deletePost(ctx, id)
  for (const table of [
    'blog_post',
    'blog_content',
    'blog_slug',
    'blog_tag',
    'blog_draft',
    'blog_revision',
  ] as const)
    expect(await ctx.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect((await createTestPost(ctx, { title: 'Gone' })).slug).toBe(slug)
  await expect(deletePost(ctx, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('the writer’s list finds, filters and pages', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 0; n < 21; n += 1) {
    ctx.clock.advance(1)
    await createTestPost(ctx, { title: `Entry ${n}`, content: n === 3 ? 'a needle' : 'hay' }, n % 2 === 0)
  }
  const first = await listPosts(ctx, everything)
  expect([first.total, first.pages, first.posts.length, first.posts[0]?.title]).toEqual([
    21,
    2,
    20,
    'Entry 20',
  ])
  expect((await listPosts(ctx, { ...everything, page: 99 })).page).toBe(2)
  expect((await listPosts(ctx, { ...everything, state: 'draft' })).total).toBe(10)
  const found = await listPosts(ctx, { ...everything, q: 'need' })
  expect(found.posts.map(({ title }) => title)).toEqual(['Entry 3'])
})

test('a draft of a post that is gone is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(saveDraft(ctx, { postId: 'gone', baseVersion: 1, form: postForm() })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('one save is one entry of the audit log, whatever it changed', async () => {
  const ctx = asOwner(await createTestCtx())
  const entries = async () => {
    const rows = await ctx.db.selectFrom('audit_entry').select(['kind', 'fields']).orderBy('id').execute()
    await ctx.db.deleteFrom('audit_entry').execute()
    return rows.map(({ kind, fields }) => `${kind} ${fields ?? ''}`.trim())
  }
  const at = ctx.clock.now() + 1000
  const { id } = await createPost(ctx, { form: postForm(), published: true })
  await createPost(ctx, { form: postForm(), published: false, publishAt: at })
  expect(await entries()).toEqual(['post.created ["published"]', 'post.created ["publishAt"]'])
  const { form, version } = await getPost(ctx, id)
  const save = async (change: object, published: boolean, publishAt: number | null = null) =>
    updatePost(ctx, {
      id,
      version: (await getPost(ctx, id)).version,
      form: { ...form, ...change },
      published,
      publishAt,
    })
  expect(version).toBe(1)
  await save({ title: 'Other' }, false)
  await save({ title: 'Third' }, false, at)
  await save({ title: 'Fourth' }, false, at)
  await save({}, true)
  expect(await entries()).toEqual([
    'post.unpublished ["title"]',
    'post.scheduled ["title"]',
    'post.updated ["title"]',
    'post.published ["title"]',
  ])
})

test('a post that was not typed leaves the unsaved draft of a new one alone', async () => {
  const ctx = asOwner(await createTestCtx())
  await saveDraft(ctx, { postId: null, baseVersion: 0, form: postForm({ title: 'Half' }) })
  await createPost(ctx, { form: postForm(), published: false, keepsDraft: true })
  expect((await findDraft(ctx, null))?.form.title).toBe('Half')
  await createPost(ctx, { form: postForm(), published: false })
  expect(await findDraft(ctx, null)).toBeNull()
})

test('a post keeps its language and author, and one that is not in the list is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  const form = postForm({ title: 'مرحبا', language: 'ar', author: 'Ada Byron' })
  const { id, slug } = await createPost(ctx, { form, published: true })
  expect((await getPost(ctx, id)).form).toMatchObject({ language: 'ar', author: 'Ada Byron' })
  expect(await findPublishedPost(ctx, slug)).toMatchObject({ language: 'ar', author: 'Ada Byron' })
  const klingon = { id, version: 1, form: { ...form, language: 'tlh' }, published: true }
  await expect(updatePost(ctx, klingon)).rejects.toMatchObject({
    fields: { language: expect.stringContaining('language “tlh” is not in the list') },
  })
  await updatePost(ctx, { ...klingon, form: { ...form, language: '', author: '' } })
  expect(await findPublishedPost(ctx, slug)).toMatchObject({ language: null, author: null })
})

test('readers are told of changes that came more than a day after the publication', async () => {
  const day = 24 * 60 * 60 * 1000
  const made = asOwner(await createTestCtx())
  const { id, slug } = await createPost(made, { form: postForm(), published: true })
  const save = async (ctx: typeof made, version: number) => {
    await updatePost(ctx, { id, version, form: postForm(), published: true })
    return (await readPost(ctx, slug))?.post.updated
  }
  const after = (time: number) => ({ ...made, clock: { ...made.clock, now: () => made.clock.now() + time } })
  expect(await save(after(day), 1)).toBeNull()
  const at = new Date(made.clock.now() + day + 1).toISOString()
  expect(await save(after(day + 1), 2)).toMatchObject({ at })
})
