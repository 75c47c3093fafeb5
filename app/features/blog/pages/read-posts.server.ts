import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { findPublishedPost } from '../find-published-post.server.ts'
import { findPostsAround, listRelatedPosts } from '../list-neighbour-posts.server.ts'
import { listPublishedPosts } from '../list-published-posts.server.ts'

/** Creating a format takes as long as formatting fifty dates, so they are cached by time zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a page of cards with their dates, or null beyond the last page. The first page always exists. */
export async function readPostPage(ctx: Ctx, query: Parameters<typeof listPublishedPosts>[1]) {
  const [found, { timeZone }] = await Promise.all([listPublishedPosts(ctx, query), ctx.site(ctx)])
  if (found.posts.length === 0 && query.page > 1) return null
  const posts = found.posts.map((post) => ({ ...post, date: longDate(post.publishedAt, timeZone) }))
  return { ...found, posts }
}

export async function readPost(ctx: Ctx, slug: string) {
  const post = await findPublishedPost(ctx, slug)
  if (!post) return null
  const [{ timeZone }, around, related] = await Promise.all([
    ctx.site(ctx),
    findPostsAround(ctx, post),
    listRelatedPosts(ctx, post),
  ])
  return {
    post: {
      ...post,
      date: longDate(post.publishedAt, timeZone),
      updated: wasUpdated(post)
        ? { date: longDate(post.updatedAt, timeZone), at: new Date(post.updatedAt).toISOString() }
        : null,
    },
    ...around,
    related: related.map((card) => ({ ...card, date: longDate(card.publishedAt, timeZone) })),
  }
}

export type FoundPost = NonNullable<Awaited<ReturnType<typeof readPost>>>

/** Ignores changes on the first day, which are mostly corrections. */
function wasUpdated({ publishedAt, updatedAt }: { publishedAt: number; updatedAt: number }): boolean {
  return updatedAt - publishedAt > DAY
}

/** Returns a day in long US-English form, such as November 21, 2026, in the site's time zone. */
export function longDate(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}
