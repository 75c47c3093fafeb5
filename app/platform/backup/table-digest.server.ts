import { createHash } from 'node:crypto'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'

import { lineOfRow, type Manifest } from './backup-format.ts'

export type TableDigest = Manifest['tables'][number]

export class TableHash {
  readonly #name: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  /** @param text `count` whole lines. */
  add(text: string, count: number): void {
    this.#hash.update(text)
    this.#rows += count
  }

  digest(): TableDigest {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

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

/** Tables of temporary or derived data, whose size does not show what was lost. */
const fleeting: ReadonlySet<string> = new Set([
  'api_replay',
  'api_token',
  'audit_entry',
  'booking_feed',
  'push_subscription',
  'chat_usage',
  'deletion',
  'email',
  'event',
  'job',
  'knowledge_index',
  'knowledge_passage',
  'knowledge_text',
  'knowledge_vector',
  'oauth_client',
  'oauth_code',
  'oauth_grant',
  'oauth_token',
  'passkey_challenge',
  'password_reset',
  'roll_day',
  'roll_hour',
  'salt',
  'seen',
  'session',
  'setting',
  'site_trial',
  'site_trial_page',
  'site_trial_question',
  'sign_in_challenge',
  'throttle',
  'webhook_delivery',
])

/** An installation with none of these rows is unused. Older backups have `owner` instead of `member`. */
const madeByPeople: ReadonlySet<string> = new Set(['member', 'owner', 'lead', 'conversation', 'blog_post'])

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
