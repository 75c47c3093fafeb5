import type { Db } from '../engine.server.ts'

export type StoredValue = string | number | Uint8Array | null

export type StoredTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export type RowSlices = AsyncIterable<StoredValue[][]>

export type StoredTables = {
  /** Lists all tables except derived ones and those of migrations. A table follows those it refers to. */
  list(db: Db): Promise<StoredTable[]>
  rows(db: Db, table: StoredTable): RowSlices
  insert(db: Db, table: StoredTable, rows: StoredValue[][]): Promise<void>
}

/** Tables that are rebuilt after a restore or on demand, or that are useless after a restore. */
export const derivedTables: ReadonlySet<string> = new Set([
  'blog_change',
  'blog_index',
  'day_visits',
  'deletion',
  'kept_post',
  'lead_entry',
  'lead_index',
  'message_entry',
  'message_index',
  'person_entry',
  'person_index',
])

/** Backups must not contain these, because salts are destroyed at the end of their day. */
export const tablesLeftOut: ReadonlySet<string> = new Set(['salt'])

export function isMigrationTable(name: string): boolean {
  return name.startsWith('kysely_migration')
}

export const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 1_000_000

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
