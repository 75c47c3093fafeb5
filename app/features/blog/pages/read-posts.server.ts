import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { findPublishedPost } from '../find-published-post.server.ts'
import { findPostsAround, listRelatedPosts } from '../list-neighbour-posts.server.ts'
import { listPublishedPosts } from '../list-published-posts.server.ts'
import { withTagNames } from '../tag-names.server.ts'

/** Creating a format takes as long as formatting fifty dates, so they are cached by language and time zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a page of cards with their dates, or null beyond the last page. The first page always exists. */
export async function readPostPage(ctx: Ctx, query: Parameters<typeof listPublishedPosts>[1]) {
  const [found, site] = await Promise.all([listPublishedPosts(ctx, query), ctx.site(ctx)])
  if (found.posts.length === 0 && query.page > 1) return null
  const posts = (await withTagNames(ctx, found.posts)).map((post) => ({
    ...post,
    date: longDate(post.publishedAt, site),
  }))
  return { ...found, posts }
}

export async function readPost(ctx: Ctx, slug: string) {
  const post = await findPublishedPost(ctx, slug)
  if (!post) return null
  const [site, around, related] = await Promise.all([
    ctx.site(ctx),
    findPostsAround(ctx, post),
    listRelatedPosts(ctx, post),
  ])
  const cards = await withTagNames(ctx, related)
  const tags = (await withTagNames(ctx, [post])).flatMap((named) => named.tags)
  return {
    post: {
      ...post,
      tags,
      date: longDate(post.publishedAt, site),
      updated: wasUpdated(post)
        ? { date: longDate(post.updatedAt, site), at: new Date(post.updatedAt).toISOString() }
        : null,
    },
    ...around,
    related: cards.map((card) => ({ ...card, date: longDate(card.publishedAt, site) })),
  }
}

export type FoundPost = NonNullable<Awaited<ReturnType<typeof readPost>>>

/** Ignores changes on the first day, which are mostly corrections. */
function wasUpdated({ publishedAt, updatedAt }: { publishedAt: number; updatedAt: number }): boolean {
  return updatedAt - publishedAt > DAY
}

/** Returns a day in its long form, such as November 21, 2026, in the site's language and time zone. */
export function longDate(at: number, { language, timeZone }: { language: string; timeZone: string }): string {
  const key = `${language} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone })
  formats.set(key, format)
  return format.format(at)
}
