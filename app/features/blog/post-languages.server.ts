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

/** Selects the posts in the context's language. The main one also has posts in languages that the site lacks, unless they are translations. */
export async function ofThisLanguage(ctx: Ctx): Promise<RawBuilder<boolean>> {
  const site = await ctx.site(ctx)
  const codes = sql.join(codesOf(site.language, site))
  if (site.language !== site.mainLanguage)
    return sql<boolean>`(blog_post.language is not null and blog_post.language in (${codes}))`
  const others = site.languages.slice(1).flatMap(({ tag }) => codesOf(tag, site))
  if (others.length === 0) return withoutForeign(ctx, site, sql`blog_post.id`)
  return sql<boolean>`(blog_post.language is null or (blog_post.language not in (${sql.join(others)})
    and (blog_post.source_id is null or blog_post.language in (${codes}))))`
}

export async function ofAnyLanguage(ctx: Ctx): Promise<RawBuilder<boolean>> {
  const site = await ctx.site(ctx)
  return sql<boolean>`(blog_post.source_id is null or blog_post.language is null
    or blog_post.language in (${sql.join(everyCode(site))}))`
}

function everyCode(site: SiteIdentity): string[] {
  return site.languages.flatMap(({ tag }) => codesOf(tag, site))
}

/** Selects translations in languages that the site lacks. SQLite uses the index for `> ''`, but not for `is not null`. */
function foreign(site: SiteIdentity): RawBuilder<unknown> {
  const codes = everyCode(site)
  return sql`(select id from blog_post where source_id > '' and language not in (${sql.join(codes)}))`
}

/** Most sites have no such translations, and then no post needs to be compared. */
async function withoutForeign(
  { db }: Ctx,
  site: SiteIdentity,
  id: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>> {
  const { rows } = await sql`select 1 from ${foreign(site)} as found limit 1`.execute(db)
  return rows.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${id} not in ${foreign(site)}`
}

export async function withPostOfThisLanguage(ctx: Ctx): Promise<RawBuilder<boolean>> {
  const [site, isOurs] = await Promise.all([ctx.site(ctx), ofThisLanguage(ctx)])
  if (site.languages.length < 2) return withoutForeign(ctx, site, sql`post_id`)
  return sql<boolean>`exists (select 1 from blog_post where blog_post.id = post_id and ${isOurs})`
}

export type InLanguage = { language: string | null; source_id: string | null }

/** Returns the tag of the site's language that a post belongs to; null for a translation in one that the site does not have. */
export function languageOfPost({ language, source_id }: InLanguage, site: SiteIdentity): string | null {
  const isKnown = language === null || site.languages.some(({ tag }) => codesOf(tag, site).includes(language))
  return source_id === null || isKnown ? siteLanguageOf(language, site) : null
}

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
  const [site, isShown] = await Promise.all([ctx.site(ctx), ofAnyLanguage(ctx)])
  const rows = await ctx.db
    .selectFrom('blog_post')
    .select(['slug', 'language', group.as('group')])
    .where('published', '=', 1)
    .where(group, 'in', groups)
    .where(isShown)
    // If two posts of a group count for one language, the translation into it is named.
    .orderBy(sql`source_id is not null`)
    .execute()
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
    .where(await ofAnyLanguage(ctx))
    .execute()
  return new Set(rows.map(({ language }) => siteLanguageOf(language, site)))
}
