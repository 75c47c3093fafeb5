import { sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { slugOfTag } from '#app/features/editing/slugs.ts'
import type { PublishedPost } from './find-published-post.server.ts'
import { ofThisLanguage, withPostOfThisLanguage } from './post-languages.server.ts'
import { type PostCard, readCards, toCard } from './list-published-posts.server.ts'
import { withLocalCovers } from './remote-images/remote-images.server.ts'
import { postIndexOf, searchWords } from './search/post-index.server.ts'

const RELATED = 3
/** Only the newest posts with a tag or a word are candidates, because thousands may match. */
const PER_TAG = 40
const WITH_WORDS = 80

export type PostLink = { slug: string; title: string; language: string | null }

export async function findPostsAround(ctx: Ctx, post: PublishedPost) {
  const isOurs = await ofThisLanguage(ctx)
  const step = (direction: 'newer' | 'older') => {
    const [operator, order] = direction === 'newer' ? ([sql`>`, 'asc'] as const) : ([sql`<`, 'desc'] as const)
    return (
      ctx.db
        .selectFrom('blog_post')
        .select(['slug', 'title', 'language'])
        .where('published', '=', 1)
        .where(isOurs)
        // A row comparison can use the index of the list.
        .where(sql<boolean>`(published_at, id) ${operator} (${post.publishedAt}, ${post.id})`)
        .orderBy('published_at', order)
        .orderBy('id', order)
        .limit(1)
        .executeTakeFirst()
    )
  }
  const [newer, older] = [await step('newer'), await step('older')]
  return { newer: newer ?? null, older: older ?? null }
}

/** Returns related posts: those that share most tags first, then those that share words of the title. */
export async function listRelatedPosts(ctx: Ctx, post: PublishedPost): Promise<PostCard[]> {
  const isOurs = await withPostOfThisLanguage(ctx)
  const weights = new Map<string, number>()
  const add = (id: string, weight: number) => weights.set(id, (weights.get(id) ?? 0) + weight)
  for (const { name } of post.tags.slice(0, 4)) {
    const rows = await ctx.db
      .selectFrom('blog_tag')
      .select('post_id')
      .where('slug', '=', slugOfTag(name))
      .where(isOurs)
      .orderBy('post_id', 'desc')
      .limit(PER_TAG)
      .execute()
    for (const { post_id } of rows) add(post_id, 1)
  }
  const words = searchWords(post.title).filter((word) => word.length > 3)
  if (weights.size <= 2 * RELATED && words.length > 0) {
    const found = await ctx.db
      .selectFrom(postIndexOf(ctx).withAny(words, WITH_WORDS, isOurs).as('found'))
      .select('found.post_id')
      .orderBy('found.rank')
      .limit(2 * RELATED)
      .execute()
    for (const [n, { post_id }] of found.entries()) add(post_id, 0.5 - n / 100)
  }
  weights.delete(post.id)
  return cardsOf(ctx, weights)
}

async function cardsOf(ctx: Ctx, weights: ReadonlyMap<string, number>): Promise<PostCard[]> {
  const best = [...weights].sort(([, a], [, b]) => b - a).slice(0, 4 * RELATED)
  const rows = await readCards(
    ctx,
    best.map(([id]) => id),
  )
  const related = rows
    .map((row) => ({
      card: toCard(row),
      weight: assertDefined(weights.get(row.id), 'only posts with a weight were read'),
    }))
    .sort((a, b) => b.weight - a.weight || b.card.publishedAt - a.card.publishedAt)
    .slice(0, RELATED)
    .map(({ card }) => card)
  return withLocalCovers(ctx, related)
}
