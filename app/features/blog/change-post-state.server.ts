import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { type Publication, publish, unpublish } from '#app/features/editing/publication.ts'
import { promoteVersion } from './languages/promote-version.server.ts'
import { forgetKeptPosts, noteBlogChange } from './kept/kept-posts.server.ts'
import { postIndexOf } from './search/post-index.server.ts'
import { announcePost, postSubject } from './store-post.server.ts'

/** Publishes a post at once, on every instance. @throws {AppError} not-found. */
export async function publishPost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const post = await changePostState(ctx, id, publish)
    await recordChange(ctx, { what: 'post.published', subject: postSubject(post) })
  })
}

/** Makes a post a draft again, and cancels its schedule. @throws {AppError} not-found. */
export async function unpublishPost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const post = await changePostState(ctx, id, unpublish)
    await recordChange(ctx, { what: 'post.unpublished', subject: postSubject(post) })
  })
}

/** Deletes a post permanently, with its revisions, drafts and slugs. @throws {AppError} not-found. */
export async function deletePost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await postIndexOf(ctx).remove(ctx.db, id)
    const deleted = await ctx.db
      .deleteFrom('blog_post')
      .where('id', '=', id)
      .returning(['slug', 'title', 'language', 'source_id', 'published'])
      .executeTakeFirst()
    if (!deleted) throw new AppError('not-found', 'There is no such post. It may have been deleted already.')
    await promoteVersion(ctx, id)
    await noteBlogChange(ctx)
    await forgetKeptPosts(ctx)
    if (deleted.published === 1) await announcePost(ctx, deleted)
    await recordChange(ctx, { what: 'post.deleted', subject: { id, title: deleted.title } })
  })
}

type StateChange = (before: Publication, now: number) => Publication

/**
 * Changes whether and when a post is public. Increments its version, so that an editor opened earlier cannot restore the
 * old state. Runs in the caller's transaction.
 * @throws {AppError} not-found.
 */
export async function changePostState(
  ctx: Ctx,
  id: string,
  change: StateChange,
): Promise<{ id: string; title: string }> {
  await ctx.engine.lockUntilCommit(ctx.db, `blog-post:${id}`)
  const before = await ctx.db
    .selectFrom('blog_post')
    .select(['title', 'slug', 'language', 'source_id', 'published', 'published_at', 'publish_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) throw new AppError('not-found', 'There is no such post. It may have been deleted.')
  const after = change(before, ctx.clock.now())
  await ctx.db
    .updateTable('blog_post')
    .set((set) => ({ ...after, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await noteBlogChange(ctx)
  if (before.published === 1 && after.published === 0) await forgetKeptPosts(ctx)
  if (before.published === 1 || after.published === 1) await announcePost(ctx, before)
  if (before.published === 0 && after.published === 1)
    await ctx.tellWebhooks(ctx, { kind: 'post.published', id })
  return { id, title: before.title }
}
