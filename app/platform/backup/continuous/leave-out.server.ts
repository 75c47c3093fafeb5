import { DatabaseSync } from 'node:sqlite'

import { tablesLeftOut } from '#app/platform/db/tables/stored-tables.ts'

const LEAF_OF_TABLE = 0x0d
const LEAF_OF_INDEX = 0x0a

/** The pages in which they and their indexes lie. Each holds a row or two, and so has one page, its root. */
export function pagesOfSecrets(database: DatabaseSync): Set<number> {
  const roots = database.prepare('select tbl_name, rootpage from sqlite_schema where rootpage > 0').all()
  return new Set(
    roots.filter((row) => tablesLeftOut.has(String(row['tbl_name']))).map((row) => Number(row['rootpage'])),
  )
}

/** The same pages, without any row where they are to be left out. */
export function blankPages(
  pages: ReadonlyMap<number, Buffer>,
  secrets: ReadonlySet<number>,
): ReadonlyMap<number, Buffer> {
  if (![...secrets].some((page) => pages.has(page))) return pages
  return new Map(
    [...pages].map(([page, content]) => [page, secrets.has(page) ? emptyLeaf(content) : content]),
  )
}

/** sqlite.org/fileformat2.html#b_tree_pages: a kind, no free block, no cell, and where cells begin: at the end. */
function emptyLeaf(page: Buffer): Buffer {
  const kind = page[0]
  if (kind !== LEAF_OF_TABLE && kind !== LEAF_OF_INDEX)
    throw new Error('A table that must not be shipped has outgrown its page.')
  const empty = Buffer.alloc(page.length)
  empty[0] = kind
  // 65,536 does not fit and is written as 0.
  empty.writeUInt16BE(page.length % 65_536, 5)
  return empty
}

/** Deletes their rows from a copy of the database, bytes and all. */
export function deleteSecrets(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = memory; pragma secure_delete = on')
    for (const table of tablesLeftOut)
      if (copy.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table))
        copy.exec(`delete from ${table}`)
    // As the original is: its later pages are put over these.
    copy.exec('pragma journal_mode = wal')
  } finally {
    copy.close()
  }
}
