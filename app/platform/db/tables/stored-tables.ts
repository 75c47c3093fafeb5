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
export const derivedTables: ReadonlySet<string> = new Set(['blog_index'])

/** The migrations' own books: written by migrating. */
export function isMigrationTable(name: string): boolean {
  return name.startsWith('kysely_migration')
}

/** Slices hold at most so many rows and, but for the last row, so many characters. */
export const ROWS_AT_ONCE = 500
export const CHARACTERS_AT_ONCE = 1_000_000

export function sizeOfRow(row: readonly StoredValue[]): number {
  let size = 0
  for (const value of row)
    if (typeof value === 'string') size += value.length
    else if (value instanceof Uint8Array) size += value.byteLength
  return size
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
