import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type PostForm, pickPostForm } from './post-form.ts'

const NEW = 'new'

export type Draft = { form: PostForm; baseVersion: number; savedAt: number }

type DraftInput = { postId: string | null; baseVersion: number; form: PostForm }

/**
 * Stores what is being typed separately from the post, so that readers do not see it.
 * @throws {AppError} not-found if the post is gone.
 */
export async function saveDraft(
  ctx: Ctx,
  { postId, baseVersion, form }: DraftInput,
): Promise<{ savedAt: number }> {
  requireActor(ctx, 'content.write')
  if (postId !== null && !(await hasPost(ctx, postId)))
    throw new AppError('not-found', 'This post no longer exists.')
  const savedAt = ctx.clock.now()
  const draft = { base_version: baseVersion, saved_at: savedAt, fields: JSON.stringify(form) }
  await ctx.db
    .insertInto('blog_draft')
    .values({ id: postId ?? NEW, post_id: postId, ...draft })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(draft))
    .execute()
  return { savedAt }
}

async function hasPost(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('blog_post').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns the unsaved draft, or null. @param postId null for a new post */
export async function findDraft(ctx: Ctx, postId: string | null): Promise<Draft | null> {
  requireActor(ctx, 'content.read')
  const row = await ctx.db
    .selectFrom('blog_draft')
    .select(['fields', 'base_version', 'saved_at'])
    .where('id', '=', postId ?? NEW)
    .executeTakeFirst()
  if (!row) return null
  const form = pickPostForm(JSON.parse(row.fields) as Record<string, unknown>)
  return { form, baseVersion: row.base_version, savedAt: row.saved_at }
}

export async function discardDraft(ctx: Ctx, postId: string | null): Promise<void> {
  requireActor(ctx, 'content.write')
  await ctx.db
    .deleteFrom('blog_draft')
    .where('id', '=', postId ?? NEW)
    .execute()
}
