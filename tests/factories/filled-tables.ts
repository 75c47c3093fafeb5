import { sql } from 'kysely'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import type { StoredTable, StoredValue } from '#app/platform/db/tables/stored-tables.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'

type Column = { name: string; type: string; required: boolean | 0 | 1; refersTo: string | null }

type Filling = {
  textOf: (table: string, column: string, n: number) => string
  /** Numbers of more than 32 bits, which are mostly times. */
  largeOf: (column: string, n: number) => number
}

const hardest: Filling = {
  textOf: (_table, column, n) => `${texts[n]} of ${column} ${n}`,
  largeOf: (_column, n) => (n % 2 === 0 ? Number.MAX_SAFE_INTEGER - n : n),
}

/** Texts that are most easily lost or sorted differently when rows are copied. */
const texts = [
  '',
  'a',
  'B',
  'ä',
  'Z',
  '_',
  '\'"\\%;--',
  'line\nend\r\u2028\t\u0001',
  '👋🏽 你好 e\u0301 Grüße',
  '{"a":[1,null]}',
]
const numbers = [0, -1, 1, 2 ** 31 - 1]
const bytes = Uint8Array.from({ length: 256 }, (_, n) => n)

/** Values that code parses after a restore, so that a random text would not do. */
const readByCode: Readonly<Record<string, string>> = {
  'member.role': 'owner',
  'notice.tried': '["mail"]',
  'notice_preference.channels': '{}',
  'webhook.events': '["lead.created"]',
  'meeting_type.questions': '[]',
  'meeting_type.members': '[]',
  'blog_post.tags': '["a tag"]',
  'thread_mail.recipients': '["ada@example.com"]',
}

/**
 * Puts rows into every empty table, whatever its columns, so that new tables are filled too.
 * Nullable columns are null in every other row.
 */
export async function fillEveryTable(engine: Engine, filling: Filling = hardest): Promise<void> {
  const stored = storedTablesOf(engine)
  for (const table of await stored.list(engine.db)) {
    const { rows: some } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(engine.db)
    if (some.length > 0) continue
    const columns = await columnsOf(engine, table)
    const rows: StoredValue[][] = []
    for (const n of texts.keys()) {
      const row: StoredValue[] = []
      for (const name of table.columns)
        row.push(await valueOf(engine.db, columns.get(name), table, n, filling))
      rows.push(row)
    }
    // If the key refers to another table, only one row per key can be stored.
    const byKey = new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]))
    await stored.insert(engine.db, table, [...byKey.values()])
  }
}

function keyOf(table: StoredTable, row: StoredValue[]): StoredValue[] {
  return table.key.map((column) => row[table.columns.indexOf(column)] ?? null)
}

async function valueOf(
  db: Db,
  column: Column | undefined,
  table: StoredTable,
  n: number,
  { textOf, largeOf }: Filling,
): Promise<StoredValue> {
  if (!column) throw new Error(`${table.name} has a column that nobody knows.`)
  const fixed = readByCode[`${table.name}.${column.name}`]
  if (fixed !== undefined) return fixed
  const isKey = table.key.includes(column.name)
  if (column.refersTo !== null) return referredId(db, column.refersTo, n)
  if (!column.required && !isKey && n % 2 === 1) return null
  const type = column.type.toLowerCase()
  if (type.includes('bytea')) return bytes
  if (type.includes('big')) return isKey ? n + 100 : largeOf(column.name, n)
  if (type.includes('int')) return isKey ? n + 100 : (numbers[n % numbers.length] ?? 0)
  if (type.includes('text')) return textOf(table.name, column.name, n)
  throw new Error(
    `${table.name}.${column.name} is of the type ${column.type}, which this factory does not know.`,
  )
}

async function referredId(db: Db, reference: string, n: number): Promise<StoredValue> {
  const [table = '', column = ''] = reference.split('.')
  const { rows } = await sql<{ id: StoredValue }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} order by 1`.execute(db)
  return rows[n % rows.length]?.id ?? null
}

async function columnsOf(engine: Engine, { name }: StoredTable): Promise<Map<string, Column>> {
  const query =
    engine.name === 'sqlite'
      ? sql<Column>`select c.name, c.type, c."notnull" as required, f."table" || '.' || f."to" as "refersTo"
          from pragma_table_info(${name}) c left join pragma_foreign_key_list(${name}) f on f."from" = c.name`
      : sql<Column>`select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
            (select f.confrelid::regclass::text || '.' || t.attname from pg_constraint f
              join pg_attribute t on t.attrelid = f.confrelid and t.attnum = f.confkey[1]
              where f.conrelid = a.attrelid and f.contype = 'f' and f.conkey[1] = a.attnum) as "refersTo"
          from pg_attribute a
          where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped`
  const { rows } = await query.execute(engine.db)
  return new Map(rows.map((column) => [column.name, column]))
}
