import { CompiledQuery, type RawBuilder, sql } from 'kysely'

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

type Column = { name: string; type: string; key: number | null }

export const postgresTables: StoredTables = {
  async list(db) {
    const { rows } = await sql<{ name: string; refersTo: string[] }>`
      select c.relname as name, array(
        select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f') as "refersTo"
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(db)
    const ours = rows.filter(({ name }) => !derivedTables.has(name) && !isMigrationTable(name))
    const described: (StoredTable & { refersTo: string[] })[] = []
    for (const { name, refersTo } of ours) {
      const columns = await columnsOf(db, name)
      const key = columns.filter((column) => column.key !== null)
      if (key.length === 0) throw new Error(`The table ${name} has no primary key to read it by.`)
      described.push({
        name,
        columns: columns.map((column) => column.name).toSorted(),
        key: key.toSorted((a, b) => Number(a.key) - Number(b.key)).map((column) => column.name),
        refersTo,
      })
    }
    return referredFirst(described)
  },

  /** Uses two cursors: the first reads how wide the rows of the second are. Needs a transaction. */
  async *rows(db, table) {
    const types = await typesOf(db, table)
    // Locales sort text differently; "C" sorts by bytes, as SQLite does.
    const order = table.key.map(
      (column) => sql`${sql.ref(column)}${types.get(column) === 'text' ? sql` collate "C"` : sql``}`,
    )
    const widths = sql.id(`widths_of_${table.name}`)
    const all = sql.id(`all_of_${table.name}`)
    const sized = table.columns.filter((column) =>
      /^(text|bytea)$/.test(assertDefined(types.get(column), 'every column has a type')),
    )
    const width = sized.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
    const declare = (cursor: typeof all, columns: RawBuilder<unknown>) =>
      sql`declare ${cursor} no scroll cursor for
        select ${columns} from ${sql.table(table.name)} order by ${sql.join(order)}`.execute(db)
    await declare(widths, sql`${sql.join([sql`0`, ...width], sql` + `)} as width`)
    await declare(all, sql.join(table.columns.map((column) => sql.ref(column))))
    const fetch = async <Row>(cursor: typeof all, count: number): Promise<Row[]> => {
      const { rows } = await sql<Row>`fetch ${sql.raw(String(count))} from ${cursor}`.execute(db)
      return rows
    }
    for (;;) {
      const next = await fetch<{ width: number }>(widths, ROWS_AT_ONCE)
      if (next.length === 0) break
      for (const count of sliceCounts(next.map((row) => row.width))) {
        const rows = await fetch<Record<string, StoredValue>>(all, count)
        yield rows.map((row) => table.columns.map((column) => row[column] ?? null))
      }
    }
    for (const cursor of [widths, all]) await sql`close ${cursor}`.execute(db)
  },

  async insert(db, table, rows) {
    const types = await typesOf(db, table)
    const names = table.columns.map((column) => `"${column}"`).join(', ')
    const lists = table.columns.map((column, n) => `$${n + 1}::${types.get(column)}[]`).join(', ')
    const values = table.columns.map((_, n) => rows.map((row) => row[n] ?? null))
    await db.executeQuery(
      CompiledQuery.raw(`insert into "${table.name}" (${names}) select * from unnest(${lists})`, values),
    )
  },
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type,
      array_position(i.indkey::smallint[], a.attnum) as key
    from pg_attribute a
    left join pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)
    where a.attrelid = format('%I.%I', current_schema(), ${table}::text)::regclass
      and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db)
  return rows
}

const known = new WeakMap<StoredTable, Map<string, string>>()

async function typesOf(db: Db, table: StoredTable): Promise<Map<string, string>> {
  const types =
    known.get(table) ?? new Map((await columnsOf(db, table.name)).map(({ name, type }) => [name, type]))
  known.set(table, types)
  return types
}
