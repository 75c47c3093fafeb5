import { setImmediate as othersFirst } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'

import { ofAnyLanguage, ofThisLanguage, siteLanguageOf } from './post-languages.server.ts'
import { datesOf } from '#app/features/editing/publication.ts'

/** A sitemap may contain 50,000 URLs, including the site's other pages. */
const MAX_PAGES = 45_000

/** Only the newest posts are added to the assistant's knowledge. */
const MAX_TEXTS = 2000
/** Posts per query; some may be long. */
const SLICE = 20

export async function listPostPages(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('blog_post')
    .select(['slug', 'title', 'excerpt', 'updated_at', 'published_at'])
    .where('published', '=', 1)
    .where(await ofThisLanguage(ctx))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PAGES)
    .execute()
  return rows.map((post) => ({
    path: `/blog/${post.slug}`,
    title: post.title,
    description: post.excerpt,
    changedAt: datesOf(post).updatedAt,
  }))
}

/** Returns the title of a post that visitors can read, else null. */
export async function findPostTitle(ctx: Ctx, path: string): Promise<string | null> {
  const slug = /^\/blog\/([a-z0-9-]+)$/.exec(path)?.[1]
  if (!slug) return null
  const row = await ctx.db
    .selectFrom('blog_post')
    .select(['title', 'language'])
    .where('slug', '=', slug)
    .where('published', '=', 1)
    .executeTakeFirst()
  if (!row) return null
  const { languages } = await ctx.site(ctx)
  const isShown =
    row.language === null || languages.some(({ tag, isHidden }) => tag === row.language && !isHidden)
  return isShown ? row.title : null
}

/** A post with its HTML, which has been sanitized. */
type PostText = {
  path: string
  title: string
  html: string
  /** Tag of the site's language that it belongs to. */
  language: string
}

/** Yields the published posts in all languages. They are read a few at a time, because there may be thousands. */
export async function* eachPostText(ctx: Ctx): AsyncGenerator<PostText> {
  const site = await ctx.site(ctx)
  const posts = await ctx.db
    .selectFrom('blog_post')
    .select('id')
    .where('published', '=', 1)
    .where(await ofAnyLanguage(ctx))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TEXTS)
    .execute()
  for (let at = 0; at < posts.length; at += SLICE) {
    await othersFirst()
    const ids = posts.slice(at, at + SLICE).map(({ id }) => id)
    const texts = await ctx.db
      .selectFrom('blog_post')
      .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
      .select(['slug', 'title', 'html', 'language'])
      .where('blog_post.id', 'in', ids)
      .where('published', '=', 1)
      .orderBy('published_at', 'desc')
      .orderBy('blog_post.id', 'desc')
      .execute()
    for (const { slug, title, html, language } of texts)
      yield { path: `/blog/${slug}`, title, html, language: siteLanguageOf(language, site) }
  }
}
