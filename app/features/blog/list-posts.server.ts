import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { publishJobId } from '#app/features/editing/publication.ts'
import type { PostListQuery } from './post-list-query.ts'
import { ofThisLanguage } from './post-languages.server.ts'
import { postIndexOf, searchWords } from './search/post-index.server.ts'

export const POSTS_PER_ADMIN_PAGE = 20

/** Returns a page of all posts for the owner, newest first, with the reason if a scheduled publication failed. */
export async function listPosts(ctx: Ctx, query: PostListQuery) {
  requireActor(ctx, 'content.read')
  const list = matchingPosts(ctx, query)
    .select(['blog_post.id', 'slug', 'title', 'created_at', 'published', 'published_at', 'publish_at'])
    .select((select) =>
      select
        .selectFrom('blog_draft')
        .select('saved_at')
        .whereRef('blog_draft.id', '=', 'blog_post.id')
        .as('draft_at'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('blog_post.id', 'desc')
  const { rows, ...page } = await readCountedPage(list, POSTS_PER_ADMIN_PAGE, query.page)
  const failures = await scheduleFailures(ctx, rows)
  return {
    posts: rows.map((post) => ({ ...post, schedule_error: failures.get(post.id) ?? null })),
    ...page,
  }
}

export type PostMark = { id: string; created_at: number }

type PostsAfter = Omit<PostListQuery, 'page'> & {
  /** BCP 47 tag. */
  language: string | undefined
  after: PostMark | undefined
  limit: number
}

/** Returns the next posts of the list, for API clients that read all of it. */
export async function listPostsAfter(ctx: Ctx, { after, limit, language, ...query }: PostsAfter) {
  requireActor(ctx, 'content.read')
  const isWanted = language === undefined ? null : await isOfLanguage(ctx, language)
  const posts = matchingPosts(ctx, query)
    .select(['blog_post.id', 'slug', 'title', 'excerpt', 'tags', 'version', 'created_at', 'updated_at'])
    .select(['published', 'published_at', 'publish_at', 'language', 'author'])
    .orderBy('created_at', 'desc')
    .orderBy('blog_post.id', 'desc')
    .limit(limit)
    .$if(isWanted !== null, (all) => (isWanted ? all.where(isWanted) : all))
  const next = after
    ? posts.where(sql<boolean>`(created_at, blog_post.id) < (${after.created_at}, ${after.id})`)
    : posts
  return next.execute()
}

/** A post for which no language was chosen is in the site's main language. */
async function isOfLanguage(ctx: Ctx, language: string): Promise<RawBuilder<boolean>> {
  const { languages, mainLanguage } = await ctx.site(ctx)
  if (languages.length > 1 && languages.some(({ tag }) => tag === language))
    return ofThisLanguage({ ...ctx, language })
  return language === mainLanguage
    ? sql<boolean>`(language is null or language = ${language})`
    : sql<boolean>`language = ${language}`
}

function matchingPosts(ctx: Ctx, { q, state }: Omit<PostListQuery, 'page'>) {
  let posts = ctx.db.selectFrom('blog_post')
  const words = searchWords(q)
  if (words.length > 0)
    posts = posts.where('blog_post.id', 'in', sql<string>`${postIndexOf(ctx).withAll(words)}`)
  if (state === 'published') posts = posts.where('published', '=', 1)
  if (state === 'draft') posts = posts.where('published', '=', 0).where('publish_at', 'is', null)
  if (state === 'scheduled') posts = posts.where('publish_at', 'is not', null)
  return posts
}

async function scheduleFailures(
  ctx: Ctx,
  posts: readonly { id: string; publish_at: number | null }[],
): Promise<Map<string, string>> {
  const jobs = posts.flatMap(({ id, publish_at }) =>
    publish_at === null ? [] : [{ id, jobId: publishJobId('post', id, publish_at) }],
  )
  if (jobs.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('job')
    .select(['id', 'last_error'])
    .where(
      'id',
      'in',
      jobs.map(({ jobId }) => jobId),
    )
    .execute()
  const errors = new Map(rows.map(({ id, last_error }) => [id, last_error]))
  return new Map(
    jobs.flatMap(({ id, jobId }) => {
      const error = errors.get(jobId)
      return error ? [[id, error] as const] : []
    }),
  )
}
