import type { Db } from '../engine.server.ts'

/** What a column can hold: text, integer or real, bytes, nothing; the same on both engines. */
export type StoredValue = string | number | Uint8Array | null

export type StoredTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** What its rows are put in order by. */
  readonly key: readonly string[]
}

/** Rows some at a time, so that neither memory nor the event loop feels how many there are. */
export type RowSlices = AsyncIterable<StoredValue[][]>

/** Whole tables, whatever their columns; what differs between the engines. */
export type StoredTables = {
  /** Every table but those that are made of others, and the migrations' own; a table follows those it refers to. */
  list(db: Db): Promise<StoredTable[]>
  /** In the order of its key by bytes, so that equal tables of two engines read equal. */
  rows(db: Db, table: StoredTable): RowSlices
  insert(db: Db, table: StoredTable, rows: StoredValue[][]): Promise<void>
}

/** Made of other tables, each engine in its own form: made anew where the others are put (`afterRestore`). */
export const derivedTables: ReadonlySet<string> = new Set(['blog_index', 'lead_entry', 'lead_index'])

/**
 * Tables whose rows no backup may hold: the salts behind visitors' hashes are destroyed when their day is over. After a
 * restore the day's salt is made anew.
 */
export const tablesLeftOut: ReadonlySet<string> = new Set(['salt'])

/** The migrations' own books: written by migrating. */
export function isMigrationTable(name: string): boolean {
  return name.startsWith('kysely_migration')
}

/** Slices hold at most so many rows, and so many bytes unless a single row has more. */
export const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 1_000_000

/** How many rows each slice takes of rows that are that many bytes wide. */
export function sliceCounts(widths: readonly number[]): number[] {
  const counts: number[] = []
  let count = 0
  let bytes = 0
  for (const width of widths) {
    if (count > 0 && (count === ROWS_AT_ONCE || bytes + width > BYTES_AT_ONCE)) {
      counts.push(count)
      count = bytes = 0
    }
    count += 1
    bytes += width
  }
  return count > 0 ? [...counts, count] : counts
}

/** Puts tables behind those they refer to; a table's reference to itself does not count. */
export function referredFirst<Table extends { name: string; refersTo: readonly string[] }>(
  tables: readonly Table[],
): Table[] {
  const open = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  const visit = (name: string): void => {
    const table = open.get(name)
    if (!table) return
    open.delete(name)
    table.refersTo.forEach(visit)
    ordered.push(table)
  }
  for (const { name } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) visit(name)
  return ordered
}
