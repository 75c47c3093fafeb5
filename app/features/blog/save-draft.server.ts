import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type DraftEditor, isKnownTo } from './draft-editor.server.ts'
import { type PostForm, pickPostForm } from './post-form.ts'

/** The id of the draft that all members shared in earlier versions. It now belongs to the first member who saves it. */
const SHARED = 'new'

export type Draft = { form: PostForm; baseVersion: number; savedAt: number }

type DraftInput = {
  postId: string | null
  baseVersion: number
  form: PostForm
  editor?: DraftEditor | null
}

/**
 * Stores what is being typed separately from the post, so that readers do not see it. Each member has a draft of their
 * own for a new post.
 * @throws {AppError} not-found if the post is gone; conflict if another editor has saved the draft meanwhile.
 */
export async function saveDraft(
  ctx: Ctx,
  { postId, baseVersion, form, editor = null }: DraftInput,
): Promise<{ savedAt: number }> {
  const { memberId } = requireActor(ctx, 'content.write')
  if (postId !== null && !(await has(ctx, 'blog_post', postId)))
    throw new AppError('not-found', 'This post no longer exists.')
  const id = postId ?? idOfNew(memberId)
  const savedAt = ctx.clock.now()
  const draft = {
    base_version: baseVersion,
    saved_at: savedAt,
    fields: JSON.stringify(form),
    editor: editor?.id ?? null,
  }
  await withTransaction(ctx, async (ctx) => {
    if (postId === null && !(await has(ctx, 'blog_draft', id))) await remove(ctx, SHARED)
    const saved = await ctx.db
      .insertInto('blog_draft')
      .values({ id, post_id: postId, ...draft })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(draft).where(isKnownTo(editor)))
      .returning('id')
      .executeTakeFirst()
    if (!saved)
      throw new AppError(
        'conflict',
        'The draft of this post was changed elsewhere since you opened it. Copy your text before you leave.',
      )
  })
  return { savedAt }
}

/** Returns the unsaved draft, or null. @param postId null for a new post */
export async function findDraft(ctx: Ctx, postId: string | null): Promise<Draft | null> {
  const { memberId } = requireActor(ctx, 'content.read')
  const id = postId ?? idOfNew(memberId)
  const rows = await ctx.db
    .selectFrom('blog_draft')
    .select(['id', 'fields', 'base_version', 'saved_at'])
    .where('id', 'in', postId === null ? [id, SHARED] : [id])
    .execute()
  const row = rows.find((each) => each.id === id) ?? rows[0]
  if (!row) return null
  const form = pickPostForm(JSON.parse(row.fields) as Record<string, unknown>)
  return { form, baseVersion: row.base_version, savedAt: row.saved_at }
}

/** @param postId null for the member's draft of a new post */
export async function discardDraft(ctx: Ctx, postId: string | null): Promise<void> {
  const { memberId } = requireActor(ctx, 'content.write')
  const isGone = await remove(ctx, postId ?? idOfNew(memberId))
  if (postId === null && !isGone) await remove(ctx, SHARED)
}

function idOfNew(memberId: string): string {
  return `${SHARED}:${memberId}`
}

async function has(ctx: Ctx, table: 'blog_post' | 'blog_draft', id: string): Promise<boolean> {
  return (await ctx.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns whether there was such a draft. */
async function remove(ctx: Ctx, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('blog_draft').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
