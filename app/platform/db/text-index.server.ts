import { sql } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** SQLite's indexes of trigrams. PostgreSQL's are used by `like` alone. */
export type TextIndex = 'lead_index' | 'message_index' | 'person_index'

/** The index knows sequences of three letters. */
const INDEXED = /.{3}/su

export type SearchedWords = {
  isEmbedded: boolean
  /** The words that SQLite's index knows, as phrases; null without any. */
  indexed: string | null
  /** The other words. */
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

/** Whether more than `count` indexed texts hold all phrases. */
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
