import { sql } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** SQLite's trigram indexes. PostgreSQL uses its own through `like`. */
export type TextIndex = 'lead_index' | 'message_index' | 'person_index'

/** The index only knows sequences of three characters. */
const INDEXED = /.{3}/su

export type SearchedWords = {
  isEmbedded: boolean
  /** The words that SQLite's index can find, as phrases; null if there are none. */
  indexed: string | null
  /** The words of fewer than three characters. */
  short: string
}

export function readSearchedWords(ctx: Ctx, q: string): SearchedWords {
  // A NUL would end the phrase that SQLite reads; PostgreSQL rejects it.
  const words = foldForSearch(q.replaceAll('\0', '')).split(/\s+/).filter(Boolean).slice(0, 10)
  const isEmbedded = ctx.engine.name === 'sqlite'
  const long = isEmbedded ? words.filter((word) => INDEXED.test(word)) : []
  return {
    isEmbedded,
    indexed: long.length > 0 ? long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ') : null,
    short: words.filter((word) => !INDEXED.test(word)).join(' '),
  }
}

/** Returns whether more than `count` indexed texts match all phrases. */
export async function holdMoreThan(
  ctx: Ctx,
  index: TextIndex,
  phrases: string,
  count: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(index)} where ${sql.table(index)} match ${phrases}
    limit 1 offset ${count}`.execute(ctx.db)
  return rows.length > 0
}
