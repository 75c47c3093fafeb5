import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { getPost } from './get-post.server.ts'
import { pickPostForm } from './post-form.ts'
import { postSubject } from './store-post.server.ts'
import { saveDraft } from './save-draft.server.ts'

const MAX_LISTED = 100

export async function listRevisions(ctx: Ctx, postId: string) {
  requireActor(ctx, 'content.read')
  return ctx.db
    .selectFrom('blog_revision')
    .select(['id', 'version', 'at', 'actor'])
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/**
 * Restores an earlier version as a draft, which readers do not see until it is saved. The slug stays as it is now.
 * @throws {AppError} not-found.
 */
export async function restoreRevision(
  ctx: Ctx,
  input: { postId: string; revisionId: string },
): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const post = await getPost(ctx, input.postId)
    const revision = await ctx.db
      .selectFrom('blog_revision')
      .select('fields')
      .where('id', '=', input.revisionId)
      .where('post_id', '=', input.postId)
      .executeTakeFirst()
    if (!revision) throw new AppError('not-found', 'There is no such revision.')
    const form = pickPostForm(JSON.parse(revision.fields) as Record<string, unknown>)
    await saveDraft(ctx, {
      postId: post.id,
      baseVersion: post.version,
      form: { ...form, slug: post.slug },
    })
    await recordChange(ctx, { what: 'post.revision_restored', subject: postSubject(post) })
  })
}
