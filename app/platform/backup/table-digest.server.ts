import { createHash } from 'node:crypto'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'

import { lineOfRow, type Manifest } from './backup-format.ts'

export type TableDigest = Manifest['tables'][number]

/** Counts a table's rows and takes the SHA-256 of their lines, each with its line end. */
export class TableHash {
  readonly #name: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  /** @param text whole lines, `count` of them. */
  add(text: string, count: number): void {
    this.#hash.update(text)
    this.#rows += count
  }

  digest(): TableDigest {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** What every table of a database comes to, in the order in which they are listed. */
export async function digestTables(engine: Pick<Engine, 'name'>, db: Db): Promise<TableDigest[]> {
  const stored = storedTablesOf(engine)
  const digests: TableDigest[] = []
  for (const table of await stored.list(db)) {
    const hash = new TableHash(table.name)
    for await (const rows of stored.rows(db, table))
      hash.add(rows.map((row) => `${lineOfRow(row)}\n`).join(''), rows.length)
    digests.push(hash.digest())
  }
  return digests
}

/** Comes and goes by itself, or is made of other tables: how much of it there is tells nothing of what was lost. */
const fleeting: ReadonlySet<string> = new Set([
  'audit_entry',
  'chat_usage',
  'email',
  'event',
  'job',
  'knowledge_index',
  'knowledge_passage',
  'knowledge_text',
  'knowledge_vector',
  'password_reset',
  'roll_day',
  'roll_hour',
  'salt',
  'seen',
  'session',
  'setting',
  'sign_in_challenge',
  'throttle',
])

/** Without a row in any of these nobody has used the installation yet. */
const madeByPeople: ReadonlySet<string> = new Set(['owner', 'lead', 'conversation', 'blog_post'])

/** How many rows there are that somebody would miss, and whether nobody would miss anything. */
export async function countRecords(
  engine: Pick<Engine, 'name'>,
  db: Db,
): Promise<{ records: number; isEmpty: boolean }> {
  let records = 0
  let isEmpty = true
  for (const { name } of await storedTablesOf(engine).list(db)) {
    if (fleeting.has(name)) continue
    const { rows } = await db
      .selectFrom(name as keyof Database)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    records += rows
    if (rows > 0 && madeByPeople.has(name)) isEmpty = false
  }
  return { records, isEmpty }
}
