import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'

/** Matches if a folded column contains every typed word. `%` and `_` have no special meaning. */
export function holdsEveryWord(column: string, typed: string): RawBuilder<SqlBool> {
  const words = foldForSearch(typed).split(/\s+/).filter(Boolean).slice(0, 10)
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const conditions = patterns.map((pattern) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`)
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`1 = 1`
}
