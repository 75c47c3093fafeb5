import { sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { pageCount } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'

import { slugOfTag } from '#app/features/editing/slugs.ts'
import { ofThisLanguage, withPostOfThisLanguage } from './post-languages.server.ts'
import { readTags } from './post-form.ts'
import { withLocalCovers } from './remote-images/remote-images.server.ts'
import { postIndexOf, searchWords } from './search/post-index.server.ts'

const POSTS_PER_PAGE = 12
/** If more posts match, only the newest are ranked. Ranking 10,000 takes SQLite 30 ms, which blocks all other requests. */
export const MOST_FOUND = 1000

export type TagLink = { name: string; path: string }

export type PostCard = {
  slug: string
  title: string
  excerpt: string
  imageUrl: string | null
  imageAlt: string | null
  tags: TagLink[]
  /** Null for the site's language. */
  language: string | null
  /** Milliseconds UTC. */
  publishedAt: number
}

/** For a search, `total` is at most `MOST_FOUND`. */
export type PostPage = { posts: PostCard[]; total: number; page: number; pages: number }

type PublishedQuery = {
  page: number
  tag?: string
  q?: string
}

/** Returns a page of published posts: newest first, or best match first for a search. Empty beyond the last page. */
export async function listPublishedPosts(ctx: Ctx, query: PublishedQuery): Promise<PostPage> {
  const words = query.q === undefined ? null : searchWords(query.q)
  if (words?.length === 0) return { posts: [], total: 0, page: 1, pages: 1 }
  const { rows, total } = words
    ? await foundPosts(ctx, words, query.page)
    : await allPosts(ctx, query.tag, query.page)
  return {
    posts: await withLocalCovers(ctx, rows.map(toCard)),
    total,
    page: query.page,
    pages: pageCount(total, POSTS_PER_PAGE),
  }
}

async function allPosts(ctx: Ctx, tag: string | undefined, page: number) {
  let posts = ctx.db
    .selectFrom('blog_post')
    .where('published', '=', 1)
    .where(await ofThisLanguage(ctx))
  if (tag !== undefined)
    posts = posts.where('blog_post.id', 'in', (select) =>
      select.selectFrom('blog_tag').select('post_id').where('blog_tag.slug', '=', tag),
    )
  const { total } = await posts.select(countOf).executeTakeFirstOrThrow()
  const rows = await posts
    .select(cardColumns)
    .orderBy('published_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute()
  return { rows, total }
}

/** Ranks the matches, but reads cards only for the page. */
async function foundPosts(ctx: Ctx, words: readonly string[], page: number) {
  const isOurs = await withPostOfThisLanguage(ctx)
  const found = ctx.db.selectFrom(postIndexOf(ctx).publishedWithAll(words, MOST_FOUND, isOurs).as('found'))
  const best = await found
    .select('found.post_id')
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('found.rank')
    .orderBy('found.post_id', 'desc')
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute()
  const ids = best.map(({ post_id }) => post_id)
  const { total } = best[0] ?? (await found.select(countOf).executeTakeFirstOrThrow())
  return { rows: await readCards(ctx, ids), total }
}

const countOf = sql<number>`count(*)`.as('total')

/** Returns the cards of the published posts among `ids`, in their order. */
export async function readCards(ctx: Ctx, ids: readonly string[]): Promise<(CardRow & { id: string })[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('blog_post')
    .select([...cardColumns, 'id'])
    .where('id', 'in', ids)
    // The plus sign keeps SQLite from using the index of published posts, so that it looks up these few by key.
    .where(sql`+published`, '=', 1)
    .where(await ofThisLanguage(ctx))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const cardColumns = [
  'blog_post.slug',
  'blog_post.title',
  'blog_post.excerpt',
  'blog_post.image_url',
  'blog_post.image_alt',
  'blog_post.tags',
  'blog_post.language',
  'blog_post.published_at',
] as const

type CardRow = {
  slug: string
  title: string
  excerpt: string
  image_url: string | null
  image_alt: string | null
  tags: string
  language: string | null
  published_at: number | null
}

export function toCard(row: CardRow): PostCard {
  return {
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    tags: readTags(row.tags).map(toTagLink),
    language: row.language,
    publishedAt: assertDefined(row.published_at, 'what is published has a date'),
  }
}

export function toTagLink(name: string): TagLink {
  return { name, path: `/blog/tag/${encodeURIComponent(slugOfTag(name))}` }
}

/** Returns the tag with this slug in the context's language, spelled as in the newest published post, or null. */
export async function findTag(ctx: Ctx, slug: string): Promise<TagLink | null> {
  if (slugOfTag(slug) !== slug) return null
  const row = await ctx.db
    .selectFrom('blog_tag')
    .innerJoin('blog_post', 'blog_post.id', 'blog_tag.post_id')
    .select('name')
    .where('blog_tag.slug', '=', slug)
    .where('published', '=', 1)
    .where(await ofThisLanguage(ctx))
    .orderBy('blog_tag.post_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const say = await readSay(ctx)
  return { ...toTagLink(row.name), name: say('tags', row.name) }
}
