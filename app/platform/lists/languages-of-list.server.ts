import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { ownNameOf } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the languages of the site by their tags, for a filter; none for a site with one. */
export async function readLanguageChoices(ctx: Ctx): Promise<Record<string, string>> {
  const { languages } = await ctx.site(ctx)
  return languages.length < 2 ? {} : Object.fromEntries(languages.map(({ tag }) => [tag, ownNameOf(tag)]))
}

/** Selects what visitors of a language have left. What is older than the site's languages belongs to the main one. */
export async function isOfLanguage(
  ctx: Ctx,
  table: 'lead' | 'conversation',
  tag: string,
): Promise<RawBuilder<SqlBool>> {
  const { mainLanguage } = await ctx.site(ctx)
  const column = sql.ref(`${table}.language`)
  return tag === mainLanguage ? sql`(${column} = ${tag} or ${column} is null)` : sql`${column} = ${tag}`
}
