import { DatabaseSync } from 'node:sqlite'

import { Kysely, sql } from 'kysely'

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { Db, Engine } from '../engine.server.ts'
import type { Database } from '../schema/index.ts'
import { NodeSqliteDialect } from '../sqlite-driver.server.ts'

import { postgresTables } from './postgres-tables.server.ts'
import { sqliteTables } from './sqlite-tables.server.ts'
import type { StoredTables } from './stored-tables.ts'

export function storedTablesOf(engine: Pick<Engine, 'name'>): StoredTables {
  return engine.name === 'sqlite' ? sqliteTables : postgresTables
}

/** Reads a consistent snapshot while others write. `work` must not write. */
export async function readSnapshot<Result>(
  engine: Engine,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (engine.name === 'sqlite') return readSqliteSnapshot(engine, work)
  return engine.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await liftTimeouts(db)
      return work(db)
    })
}

export async function liftTimeouts(db: Db): Promise<void> {
  await sql`select set_config(name, '0', true)
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(
    db,
  )
}

/** Opens a connection of its own, because the engine's only one is for writing. */
async function readSqliteSnapshot<Result>(
  engine: Engine,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(engine.db)
  const database = new DatabaseSync(assertDefined(rows[0], 'the main database is always listed').file, {
    readOnly: true,
    timeout: 0,
  })
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database, null) })
  try {
    // Held throughout, so that the caller may fill another database in a transaction meanwhile.
    return await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      await sql`select count(*) from sqlite_schema`.execute(connection)
      return work(connection)
    })
  } finally {
    await db.destroy()
    if (database.isOpen) database.close()
  }
}
