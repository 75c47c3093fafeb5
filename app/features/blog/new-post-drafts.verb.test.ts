import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestPost, postForm } from '#tests/factories/post.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { loader } from './admin/preview-post.route.tsx'
import { createPost } from './create-post.server.ts'
import type { DraftEditor } from './draft-editor.server.ts'
import type { PostForm } from './post-form.ts'
import { discardDraft, findDraft, saveDraft } from './save-draft.server.ts'
import { updatePost } from './update-post.server.ts'

async function twoEditors() {
  const ctx = await createTestCtx()
  const [one, other] = [
    await createTestMember(ctx, { role: 'editor' }),
    await createTestMember(ctx, { role: 'editor' }),
  ]
  return { ctx, one: asOwner(ctx, one.actor), other: asOwner(ctx, other.actor) }
}

const type = (ctx: Ctx, title: string) =>
  saveDraft(ctx, { postId: null, baseVersion: 0, form: postForm({ title }) })
const typedBy = async (ctx: Ctx) => (await findDraft(ctx, null))?.form.title ?? null

/** Stores a draft as earlier versions did, which had one for all members. */
async function storeShared(ctx: Ctx) {
  const fields = JSON.stringify(postForm({ title: 'Shared' }))
  const row = { id: 'new', post_id: null, base_version: 0, saved_at: 1, fields }
  await ctx.db.insertInto('blog_draft').values(row).execute()
}

test('members who write a new post at the same time keep drafts of their own', async () => {
  const { one, other } = await twoEditors()
  await type(one, 'Mine')
  expect(await typedBy(other)).toBeNull()
  await type(other, 'Theirs')
  expect([await typedBy(one), await typedBy(other)]).toEqual(['Mine', 'Theirs'])
  await createPost(one, { form: postForm({ title: 'Mine' }), published: false })
  expect([await typedBy(one), await typedBy(other)]).toEqual([null, 'Theirs'])
  await type(one, 'Next')
  await discardDraft(other, null)
  expect([await typedBy(one), await typedBy(other)]).toEqual(['Next', null])
})

test('a draft that was shared before belongs to the first member who goes on with it', async () => {
  const { ctx, one, other } = await twoEditors()
  await storeShared(ctx)
  expect([await typedBy(one), await typedBy(other)]).toEqual(['Shared', 'Shared'])
  await type(one, 'Shared, by me')
  expect([await typedBy(one), await typedBy(other)]).toEqual(['Shared, by me', null])
})

test('a shared draft goes with the post or the refusal of a member without another one', async () => {
  const { ctx, one, other } = await twoEditors()
  await type(one, 'Mine')
  await storeShared(ctx)
  await createPost(one, { form: postForm({ title: 'Mine' }), published: false })
  expect(await typedBy(other)).toBe('Shared')
  await createPost(other, { form: postForm({ title: 'Shared' }), published: false })
  expect(await typedBy(other)).toBeNull()
  await storeShared(ctx)
  await discardDraft(one, null)
  expect(await typedBy(one)).toBeNull()
})

test('the preview of an unfinished post shows what is there, under the title Untitled', async () => {
  const { one } = await twoEditors()
  const { id } = await createPost(one, { form: postForm(), published: false })
  const context = new RouterContextProvider()
  context.set(ctxContext, one)
  const shown = async (fields: Partial<PostForm>) => {
    await saveDraft(one, { postId: id, baseVersion: 1, form: postForm(fields) })
    return (await loader({ context, params: { id } } as never)).article
  }
  expect(await shown({ title: ' ', content: 'Typed' })).toMatchObject({
    title: 'Untitled',
    html: '<p>Typed</p>\n',
  })
  const tags = Array.from({ length: 20 }, (_, n) => `tag ${n}`).join()
  expect(await shown({ title: 'New', content: '', imageUrl: 'https:/', tags, author: 'Ada' })).toMatchObject({
    title: 'New',
    html: '',
    imageUrl: null,
    tags: [],
    author: 'Ada',
  })
})

test('what one editor of a post saves is not replaced by another that did not see it', async () => {
  const { ctx, one, other } = await twoEditors()
  const { id } = await createTestPost(ctx)
  const write = (by: Ctx, editor: DraftEditor | null, content: string) => {
    ctx.clock.advance(SECOND)
    return saveDraft(by, { postId: id, baseVersion: 1, form: postForm({ content }), editor })
  }
  const opened = async (editor: string) => ({ id: editor, seen: (await findDraft(one, id))?.savedAt ?? 0 })
  const stored = async () => (await findDraft(one, id))?.form.content ?? null
  const [mine, theirs] = [await opened('a'), await opened('b')]
  await write(one, mine, 'Mine')
  await write(one, mine, 'Mine, longer')
  await expect(write(other, theirs, 'Theirs')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/Copy your text before you leave/) as string,
  })
  expect(await stored()).toBe('Mine, longer')
  const reopened = await opened('c')
  await write(other, reopened, 'Theirs')
  expect(await stored()).toBe('Theirs')
  await expect(write(one, mine, 'Mine, again')).rejects.toMatchObject({ code: 'conflict' })

  const save = (version: number, editor?: DraftEditor) =>
    updatePost(one, { id, version, form: postForm(), published: true, ...(editor && { editor }) })
  await save(1, mine)
  expect(await stored()).toBe('Theirs')
  await save(2, reopened)
  expect(await stored()).toBeNull()
  await write(other, theirs, 'Theirs, later')
  await save(3, await opened('d'))
  expect(await stored()).toBeNull()
  await write(other, theirs, 'Theirs, last')
  await write(one, null, 'By a program')
  await save(4)
  expect(await stored()).toBeNull()
})
