import type { Ctx } from '#app/platform/context.server.ts'

import { longDate } from '../content/long-date.ts'
import { findPublishedPost } from '../find-published-post.server.ts'
import { findPostsAround, listRelatedPosts } from '../list-neighbour-posts.server.ts'

/** All that a post's page shows; null where there is no such post. */
export async function readPost(ctx: Ctx, slug: string) {
  const post = await findPublishedPost(ctx, slug)
  if (!post) return null
  const [{ timeZone }, around, related] = await Promise.all([
    ctx.site(ctx),
    findPostsAround(ctx, post),
    listRelatedPosts(ctx, post),
  ])
  return {
    post: { ...post, date: longDate(post.publishedAt, timeZone) },
    ...around,
    related: related.map((card) => ({ ...card, date: longDate(card.publishedAt, timeZone) })),
  }
}
