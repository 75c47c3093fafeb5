import { CompiledQuery, sql } from 'kysely'

import type { Db } from '../engine.server.ts'

import {
  derivedTables,
  isMigrationTable,
  referredFirst,
  ROWS_AT_ONCE,
  sliceCounts,
  type StoredTable,
  type StoredTables,
  type StoredValue,
} from './stored-tables.ts'

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS_A_STATEMENT = 64

export const sqliteTables: StoredTables = {
  async list(db) {
    const { rows } = await sql<{ name: string; type: string }>`pragma table_list`.execute(db)
    // A full-text index and the tables it keeps itself in are `virtual` and `shadow`.
    const names = rows
      .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
      .map(({ name }) => name)
      .filter((name) => !derivedTables.has(name) && !isMigrationTable(name))
    return referredFirst(await Promise.all(names.map((name) => describe(db, name))))
  },

  /**
   * Page by page along the key: the handle is free for others between two pages. How wide the rows are comes first, for
   * which SQLite reads no content.
   */
  async *rows(db, table) {
    const key = table.key.map(quoted).join(', ')
    const width = table.columns.map((column) => `coalesce(octet_length(${quoted(column)}), 0)`).join(' + ')
    let last: StoredValue[] | null = null
    const page = async <Row>(columns: string, limit: number): Promise<Row[]> => {
      const after = last ? `where (${key}) > (${table.key.map(() => '?').join(', ')})` : ''
      const text = `select ${columns} from ${quoted(table.name)} ${after} order by ${key} limit ?`
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...(last ?? []), limit]))
      return rows
    }
    for (;;) {
      const widths = await page<{ width: number }>(`${width} as width`, ROWS_AT_ONCE)
      if (widths.length === 0) return
      for (const count of sliceCounts(widths.map((row) => row.width))) {
        const rows = await page<Record<string, StoredValue>>(table.columns.map(quoted).join(', '), count)
        yield rows.map((row) => table.columns.map((column) => row[column] ?? null))
        const lastRow = rows.at(-1)
        last = table.key.map((column) => lastRow?.[column] ?? null)
        await new Promise(setImmediate)
      }
    }
  },

  async insert(db, table, rows) {
    const head = `insert into ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) values `
    const row = `(${table.columns.map(() => '?').join(', ')})`
    const many = head + Array.from({ length: ROWS_A_STATEMENT }, () => row).join(', ')
    let n = 0
    for (; n + ROWS_A_STATEMENT <= rows.length; n += ROWS_A_STATEMENT)
      await db.executeQuery(CompiledQuery.raw(many, rows.slice(n, n + ROWS_A_STATEMENT).flat()))
    for (; n < rows.length; n += 1) await db.executeQuery(CompiledQuery.raw(head + row, rows[n]))
    await new Promise(setImmediate)
  },
}

async function describe(db: Db, name: string): Promise<StoredTable & { refersTo: string[] }> {
  const { rows: columns } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${name}) order by cid`.execute(db)
  const { rows: references } = await sql<{ table: string }>`
    select distinct "table" from pragma_foreign_key_list(${name})`.execute(db)
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key to read it along.`)
  return {
    name,
    columns: columns.map((column) => column.name).toSorted(),
    key: key.map((column) => column.name),
    refersTo: references.map(({ table }) => table),
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
