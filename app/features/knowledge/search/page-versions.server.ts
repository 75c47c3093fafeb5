import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'

import { isCollected, readCollections } from '../collections/read-collections.server.ts'

import type { PageVersion } from './passage-scores.ts'

/** A passage with the document that is cited for it. */
type Cited = { itemId: string; title: string; address: string | null; version: PageVersion }

/** Returns the language of the site that the visitor reads; null for the main one. */
export async function versionLanguage(ctx: Pick<Ctx, 'db' | 'site' | 'language'>): Promise<string | null> {
  const { language, mainLanguage } = await ctx.site(ctx)
  return language === mainLanguage ? null : language
}

/**
 * Selects the items of these collections, and of the versions of each page the one in the language, else the main one;
 * `item` is the table's alias.
 */
export function isOneVersion(language: string | null, collections: readonly string[]): RawBuilder<boolean> {
  const rank = (table: string) => {
    const column = sql.ref(`${table}.site_language`)
    return language === null
      ? sql`(case when ${column} is null then 0 else 1 end)`
      : sql`(case when ${column} = ${language} then 0 when ${column} is null then 1 else 2 end)`
  }
  return sql<boolean>`(${isCollected(collections)} and (item.version_of is null or not exists (
    select 1 from knowledge_item as other
    where other.version_of = item.version_of and other.enabled = 1 and other.revision is not null
      and ${isCollected(collections, 'other')}
      and (${rank('other')} < ${rank('item')} or (${rank('other')} = ${rank('item')} and other.id < item.id)))))`
}

/**
 * Keeps the passages of one version of each page: of the one in the visitor's language, else of the first. What stays
 * is cited as the version in the visitor's language, if there is one.
 */
export async function citeOneVersion<Passage extends Cited>(
  ctx: Ctx,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const pages = new Set(passages.flatMap(({ version }) => (version.of === null ? [] : [version.of])))
  if (pages.size === 0) return [...passages]
  const [language, collections] = await Promise.all([versionLanguage(ctx), readCollections(ctx)])
  const kept = new Map<string, Passage>()
  for (const passage of passages) {
    const { of, language: own } = passage.version
    if (of === null) continue
    const before = kept.get(of)
    if (!before || (own === language && before.version.language !== language)) kept.set(of, passage)
  }
  const shown = await ctx.db
    .selectFrom('knowledge_item as item')
    .select(['item.version_of', 'item.title', 'item.address'])
    .where('item.version_of', 'in', [...pages])
    .where('item.enabled', '=', 1)
    .where('item.revision', 'is not', null)
    .where(isOneVersion(language, collections))
    .execute()
  const cited = new Map(shown.map(({ version_of: of, title, address }) => [of, { title, address }]))
  return passages
    .filter(({ version: { of }, itemId }) => of === null || kept.get(of)?.itemId === itemId)
    .map((passage) => ({ ...passage, ...(passage.version.of !== null && cited.get(passage.version.of)) }))
}
