import { CompiledQuery, sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'

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

/** SQLite allows 32,766 values per statement. */
const ROWS_A_STATEMENT = 64

export const sqliteTables: StoredTables = {
  async list(db) {
    const { rows } = await sql<{ name: string; type: string }>`pragma table_list`.execute(db)
    // Full-text indexes have the type `virtual`, and their internal tables `shadow`.
    const names = rows
      .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
      .map(({ name }) => name)
      .filter((name) => !derivedTables.has(name) && !isMigrationTable(name))
    return referredFirst(await Promise.all(names.map((name) => describe(db, name))))
  },

  /** Reads pages by key, so that others can use the connection in between. Querying the widths reads no content. */
  async *rows(db, table) {
    const key = table.key.map(quoted).join(', ')
    const columns = table.columns.map(quoted)
    const width = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
    let last: StoredValue[] = []
    const page = async <Row>(select: (from: string) => string, limit: number): Promise<Row[]> => {
      const after = last.length > 0 ? `where (${key}) > (${table.key.map(() => '?').join(', ')})` : ''
      const from = `from ${quoted(table.name)} ${after} order by ${key} limit ?`
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(select(from), [...last, limit]))
      return rows
    }
    for (;;) {
      // One JSON text, because that many one-number rows would cost as much as the rows themselves.
      const [next] = await page<{ widths: string }>(
        (from) => `select json_group_array(width) as widths from (select ${width} as width ${from})`,
        ROWS_AT_ONCE,
      )
      const counts = sliceCounts(
        JSON.parse(assertDefined(next, 'an aggregate returns a row').widths) as number[],
      )
      if (counts.length === 0) return
      for (const count of counts) {
        const rows = await page<Record<string, StoredValue>>(
          (from) => `select ${columns.join(', ')} ${from}`,
          count,
        )
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
  if (key.length === 0) throw new Error(`The table ${name} has no primary key to read it by.`)
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
