import type { Updateable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { BlogPostTable } from '#app/platform/db/schema/blog.ts'
import { AppError } from '#app/platform/errors.ts'

import { announcePost } from './announce-post.server.ts'

type StateChange = Pick<Updateable<BlogPostTable>, 'published' | 'publish_at'>

type ChangedPost = { id: string; title: string }

/**
 * Changes whether and when a post is public. Its version goes up, so that an editor opened before cannot put the old
 * state back unawares. Runs in the caller's transaction.
 * @throws {AppError} not-found.
 */
export async function changePostState(ctx: Ctx, id: string, change: StateChange): Promise<ChangedPost> {
  const now = ctx.clock.now()
  const before = await ctx.db
    .selectFrom('blog_post')
    .select(['id', 'title', 'slug', 'published'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) throw new AppError('not-found', 'There is no such post. It may have been deleted.')
  await ctx.db
    .updateTable('blog_post')
    .set((set) => ({
      ...change,
      version: set('version', '+', 1),
      ...(change.published === 1 && { published_at: set.fn.coalesce('published_at', set.val(now)) }),
    }))
    .where('id', '=', id)
    .execute()
  // Of a draft that stays one, or is planned, nobody is told.
  if (before.published === 1 || change.published === 1) await announcePost(ctx, before.slug)
  return { id, title: before.title }
}
