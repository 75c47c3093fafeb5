import { sql } from 'kysely'

import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'

/** Returns the names of the assistants by their ids, for a filter; none for a site with one. */
export async function readAssistantChoices(ctx: Ctx): Promise<Record<string, string>> {
  const rows = await ctx.db.selectFrom('assistant').select(['id', 'name']).orderBy('name').execute()
  return rows.length < 2 ? {} : Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Selects the name of a row's assistant; null if there is none or it was deleted. */
export function assistantName(table: 'lead' | 'conversation') {
  const named = sql<
    string | null
  >`(select name from assistant where assistant.id = ${sql.ref(`${table}.assistant_id`)})`
  return named.as('assistant')
}

/** Selects the name of a row's assistant if it speaks on another site. */
export function otherAssistantName(table: 'lead' | 'conversation') {
  const named = sql<string | null>`(select name from assistant
    where assistant.id = ${sql.ref(`${table}.assistant_id`)} and assistant.id <> ${siteAssistant.id})`
  return named.as('assistant')
}
