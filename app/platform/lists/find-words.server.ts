import { sql } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import { holdMoreThan, readSearchedWords } from '#app/platform/db/text-index.server.ts'

import type { Source } from './define-list.server.ts'

/** The most rows whose texts one statement may compare; that takes about 2 ms. */
const MOST_COMPARED = 2000

/** SQLite's trigram index of a table, and the table of short rows that it numbers; PostgreSQL's serves `like`. */
const indexes = {
  lead: { index: 'lead_index', entries: 'lead_entry' },
  person: { index: 'person_index', entries: 'person_entry' },
} as const

/**
 * Finds rows by the words in their column `search`, with the indexes of migrations 0025 and 0047. On SQLite it scans if
 * all words are short or many rows match. An export reads slices, which find their rows quickly without the index.
 */
export async function findWords(
  ctx: Ctx,
  table: keyof typeof indexes,
  q: string,
  use: 'page' | 'export',
): Promise<Omit<Source, 'shown' | 'scansBy'>> {
  const { index, entries } = indexes[table]
  const { indexed, short, isEmbedded } = readSearchedWords(ctx, q)
  const from = sql.table(table)
  const words = holdsEveryWord('search', q)
  const isComparing = short !== '' || use === 'export'
  if (!indexed || (isComparing && (await holdMoreThan(ctx, index, indexed, MOST_COMPARED))))
    return {
      from,
      matches: words,
      isScan: isEmbedded && q.trim() !== '' && use === 'page',
      countsWith:
        !isEmbedded && short !== '' && q.split(/\s+/).every((word) => word.length < 3) ? 'all' : null,
    }
  const found = sql`from ${sql.table(index)} join ${sql.table(entries)} on number = ${sql.ref(index)}.rowid`
  const match = sql`where ${sql.table(index)} match ${indexed}`
  if (use === 'export') return { from, matches: sql`(id in (select id ${found} ${match}) and ${words})` }
  return {
    from: sql`(select ${sql.table(entries)}.*, texts.search ${found}
      left join ${from} as texts on texts.id = ${sql.table(entries)}.id ${match}) as ${from}`,
    matches: holdsEveryWord('search', short),
  }
}
