import { DatabaseSync } from 'node:sqlite'

import { tablesLeftOut } from '#app/platform/db/tables/stored-tables.ts'

export type Changes = {
  readonly pages: ReadonlyMap<number, Buffer>
  readonly pageSize: number
  readonly databasePages: number
}

const NUMBER_BYTES = 4

export function mergeChanges(earlier: Changes | null, later: Changes): Changes {
  return earlier ? { ...later, pages: new Map([...earlier.pages, ...later.pages]) } : later
}

export function* bodyOfPages({ pages }: Pick<Changes, 'pages'>): Generator<Buffer> {
  for (const [page, content] of pages) {
    const number = Buffer.alloc(NUMBER_BYTES)
    number.writeUInt32BE(page)
    yield Buffer.concat([number, content])
  }
}

export async function* pagesOfBody(
  body: AsyncIterable<Buffer>,
  pageSize: number,
): AsyncGenerator<{ page: number; content: Buffer }> {
  const size = NUMBER_BYTES + pageSize
  let held = Buffer.alloc(0)
  for await (const bytes of body) {
    held = Buffer.concat([held, bytes])
    for (; held.length >= size; held = held.subarray(size))
      yield { page: held.readUInt32BE(0), content: held.subarray(NUMBER_BYTES, size) }
  }
  if (held.length > 0) throw new Error('A segment ends in the middle of a page.')
}

const LEAF_OF_TABLE = 0x0d
const LEAF_OF_INDEX = 0x0a

/** Finds the pages of tables that must not be shipped. Each has one or two rows, so its root is its only page. */
export function pagesOfSecrets(database: DatabaseSync): Set<number> {
  const roots = database.prepare('select tbl_name, rootpage from sqlite_schema where rootpage > 0').all()
  return new Set(
    roots.filter((row) => tablesLeftOut.has(String(row['tbl_name']))).map((row) => Number(row['rootpage'])),
  )
}

export function blankPages(
  pages: ReadonlyMap<number, Buffer>,
  secrets: ReadonlySet<number>,
): ReadonlyMap<number, Buffer> {
  if (![...secrets].some((page) => pages.has(page))) return pages
  return new Map(
    [...pages].map(([page, content]) => [page, secrets.has(page) ? emptyLeaf(content) : content]),
  )
}

/** Returns a page of the same kind, without cells, whose cell area begins at its end (sqlite.org/fileformat2.html). */
function emptyLeaf(page: Buffer): Buffer {
  const kind = page[0]
  if (kind !== LEAF_OF_TABLE && kind !== LEAF_OF_INDEX)
    throw new Error('A table that is never shipped no longer fits on one page.')
  const empty = Buffer.alloc(page.length)
  empty[0] = kind
  // 65,536 does not fit into the field and is written as 0.
  empty.writeUInt16BE(page.length % 65_536, 5)
  return empty
}

export function deleteSecrets(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = memory; pragma secure_delete = on')
    for (const table of tablesLeftOut)
      if (copy.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table))
        copy.exec(`delete from ${table}`)
    // The original uses WAL mode too: its later pages are written over these.
    copy.exec('pragma journal_mode = wal')
  } finally {
    copy.close()
  }
}
