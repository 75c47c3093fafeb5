import type { Ctx } from '#app/platform/context.server.ts'

import { longDate } from '../content/long-date.ts'
import { listPublishedPosts } from '../list-published-posts.server.ts'

import { isPageNumber } from './page-number.ts'

/** A page's number out of an address: 1 where none is given, null where it is none. */
export function readPageNumber(params: URLSearchParams): number | null {
  const given = params.get('page')
  if (given === null) return 1
  return isPageNumber(given) ? Number(given) : null
}

/** A page of cards with their dates; null where there is no such page. The first is there even while it is empty. */
export async function readPostPage(ctx: Ctx, query: Parameters<typeof listPublishedPosts>[1]) {
  const [found, { timeZone }] = await Promise.all([listPublishedPosts(ctx, query), ctx.site(ctx)])
  if (found.posts.length === 0 && query.page > 1) return null
  const posts = found.posts.map((post) => ({ ...post, date: longDate(post.publishedAt, timeZone) }))
  return { ...found, posts }
}
