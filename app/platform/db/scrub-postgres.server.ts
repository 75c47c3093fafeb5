import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { Database } from './schema/index.ts'

/** Rewriting locks a table; at this size, for a tenth of a second. */
const REWRITTEN_BYTES = 8 * 1024 * 1024

const LOCK_TIMEOUT = '1s'

/** Ordinary transactions end within this time. If a longer one is open, such as a backup, the caller tries again. */
const OLDER_TIMEOUT_MS = 1000
const LOOK_EVERY_MS = 50

const LOCK_NOT_AVAILABLE = '55P03'

/** @throws if deleted rows may remain: an older transaction is open, or a table was locked. */
export async function scrubPostgres(
  db: Kysely<Database>,
  tables: readonly (keyof Database)[],
): Promise<void> {
  await db.connection().execute(async (connection) => {
    if (!(await haveOlderEnded(connection)))
      throw new Error(
        'Deleted rows could not be overwritten: an older transaction, such as a backup, is open.',
      )
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const locked: string[] = []
      for (const table of tables) if (!(await vacuum(connection, table))) locked.push(table)
      if (locked.length > 0)
        throw new Error(`Deleted rows could not be overwritten, others use the tables: ${locked.join(', ')}.`)
    } finally {
      await sql`reset lock_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** A vacuum silently keeps what older transactions may see; a full one also waits for ids of other databases. */
async function haveOlderEnded(connection: Kysely<Database>): Promise<boolean> {
  const { rows: marks } = await sql<{ mark: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as mark`.execute(connection)
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    // Autovacuum workers have no user; a vacuum ignores their snapshots.
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where usesysid is not null and pid <> pg_backend_pid() and age(${marks[0]?.mark}::xid8::xid)
        < greatest(age(backend_xid), case when datname = current_database() or datname is null then age(backend_xmin) end)
      limit 1`.execute(connection)
    if (rows.length === 0) return true
    if (waited >= OLDER_TIMEOUT_MS) return false
    await sleep(LOOK_EVERY_MS)
  }
}

async function vacuum(connection: Kysely<Database>, table: keyof Database): Promise<boolean> {
  const { rows } = await sql<{ size: number }>`select pg_table_size(${table}) as size`.execute(connection)
  // A plain vacuum leaves the bytes in place. Only a full one rewrites the file.
  const isSmall = assertDefined(rows[0], 'this select returns one row').size <= REWRITTEN_BYTES
  try {
    await sql`vacuum ${sql.raw(isSmall ? '(full)' : '')} ${sql.table(table)}`.execute(connection)
    return true
  } catch (error) {
    // The connection's guard has wrapped the error.
    const { cause = error } = error as { cause?: unknown }
    if ((cause as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}
