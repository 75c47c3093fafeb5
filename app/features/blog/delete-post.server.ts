import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { announcePost } from './announce-post.server.ts'
import { postIndexOf } from './search/post-index.server.ts'

/** Deletes a post for good, with its revisions, drafts and addresses. @throws {AppError} not-found. */
export async function deletePost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await postIndexOf(ctx).remove(ctx.db, id)
    const gone = await ctx.db
      .deleteFrom('blog_post')
      .where('id', '=', id)
      .returning(['slug', 'title', 'published'])
      .executeTakeFirst()
    if (!gone) throw new AppError('not-found', 'There is no such post. It may have been deleted already.')
    if (gone.published === 1) await announcePost(ctx, gone.slug)
    await recordChange(ctx, { what: 'post.deleted', subject: { id, title: gone.title } })
  })
}
