import { CompiledQuery, type QueryResult, sql } from 'kysely'

import type { Db } from '../engine.server.ts'

import {
  CHARACTERS_AT_ONCE,
  derivedTables,
  isMigrationTable,
  referredFirst,
  ROWS_AT_ONCE,
  sizeOfRow,
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

  /** Page by page along the key: the handle is free for others between two pages. */
  async *rows(db, table) {
    const key = table.key.map(quoted).join(', ')
    const after = `(${key}) > (${table.key.map(() => '?').join(', ')})`
    let last: StoredValue[] | null = null
    let limit = 8
    for (;;) {
      const text: string = `select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)}
        ${last ? `where ${after}` : ''} order by ${key} limit ${limit}`
      const result: QueryResult<Record<string, StoredValue>> = await db.executeQuery(
        CompiledQuery.raw(text, last ?? []),
      )
      const { rows } = result
      const lastRow = rows.at(-1)
      if (!lastRow) return
      const slice = rows.map((row) => table.columns.map((column) => row[column] ?? null))
      yield slice
      last = table.key.map((column) => lastRow[column] ?? null)
      limit = nextLimit(slice)
      await new Promise(setImmediate)
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

/** Two sizes of page for most, few for rows that are large: each is a statement that stays prepared. */
function nextLimit(slice: StoredValue[][]): number {
  const size = slice.reduce((sum, row) => sum + sizeOfRow(row), 0)
  return size * (ROWS_AT_ONCE / slice.length) < CHARACTERS_AT_ONCE ? ROWS_AT_ONCE : 8
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
