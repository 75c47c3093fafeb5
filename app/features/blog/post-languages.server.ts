import { type RawBuilder, sql } from 'kysely'

import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'

import { postLanguages } from './post-languages.ts'

const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** Returns the languages of posts that belong to a language of the site: `pt` to `pt-BR`, unless the site has `pt` too. */
function codesOf(tag: string, { languages }: SiteIdentity): string[] {
  const tags = new Set(languages.map((language) => language.tag))
  const near = postLanguages.map(({ code }) => code)
  return [tag, ...near.filter((code) => !tags.has(code) && baseOf(code) === baseOf(tag))]
}

/** Selects the posts of the context's language. Posts in a language that the site does not have belong to the main one. */
export async function ofThisLanguage(ctx: Ctx): Promise<RawBuilder<boolean>> {
  const site = await ctx.site(ctx)
  const others = site.languages.slice(1)
  if (others.length === 0) return sql<boolean>`1 = 1`
  const codes =
    site.language === site.mainLanguage
      ? others.flatMap(({ tag }) => codesOf(tag, site))
      : codesOf(site.language, site)
  const isListed = codes.length === 0 ? sql`1 = 0` : sql`blog_post.language in (${sql.join(codes)})`
  return site.language === site.mainLanguage
    ? sql<boolean>`(blog_post.language is null or not ${isListed})`
    : sql<boolean>`(blog_post.language is not null and ${isListed})`
}

/** The same for rows of other tables that have the id of a post in `post_id`. */
export async function withPostOfThisLanguage(ctx: Ctx): Promise<RawBuilder<boolean>> {
  const isOurs = await ofThisLanguage(ctx)
  const { languages } = await ctx.site(ctx)
  if (languages.length < 2) return isOurs
  return sql<boolean>`exists (select 1 from blog_post where blog_post.id = post_id and ${isOurs})`
}

/** Returns the tag of the site's language that a post belongs to. */
export function siteLanguageOf(language: string | null, site: SiteIdentity): string {
  const others = site.languages.slice(1)
  const other =
    language === null ? undefined : others.find(({ tag }) => codesOf(tag, site).includes(language))
  return other?.tag ?? site.mainLanguage
}

/**
 * Returns the slugs of published posts in the site's languages, by the slug of each.
 * @param slugs only these; by default all that have translations
 */
export async function listPostVersions(
  ctx: Ctx,
  slugs?: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  if (slugs?.length === 0) return new Map()
  const group = sql<string>`coalesce(source_id, id)`
  const groups = slugs
    ? ctx.db.selectFrom('blog_post').select(group.as('id')).where('slug', 'in', slugs)
    : ctx.db
        .selectFrom('blog_post')
        .select('source_id as id')
        .where('source_id', 'is not', null)
        .$castTo<{ id: string }>()
  const [site, rows] = await Promise.all([
    ctx.site(ctx),
    ctx.db
      .selectFrom('blog_post')
      .select(['slug', 'language', group.as('group')])
      .where('published', '=', 1)
      .where(group, 'in', groups)
      .execute(),
  ])
  const versions = Map.groupBy(rows, (row) => row.group)
  return new Map(
    rows.map((row) => [
      row.slug,
      new Map(versions.get(row.group)?.map((each) => [siteLanguageOf(each.language, site), each.slug])),
    ]),
  )
}

/** Returns the tags of the site's languages in which posts are published. */
export async function languagesWithPosts(ctx: Ctx): Promise<ReadonlySet<string>> {
  const site = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('blog_post')
    .select('language')
    .distinct()
    .where('published', '=', 1)
    .execute()
  return new Set(rows.map(({ language }) => siteLanguageOf(language, site)))
}
