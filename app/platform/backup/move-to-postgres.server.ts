import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import { doneMigrations } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { readSnapshot, storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { holdAlone } from '#app/platform/presence.server.ts'

import { BackupRefused, lineOfRow } from './backup-format.ts'
import { type Contents, fillDatabase } from './fill-database.server.ts'
import { refuseFilledPostgres } from './set-aside.server.ts'
import { type TableDigest, TableHash } from './table-digest.server.ts'

/** Copies in one transaction and compares the checksums. @throws {BackupRefused | DatabaseRefused} */
export async function moveToPostgres(
  env: Env,
  finish: (engine: Engine) => Promise<void>,
): Promise<TableDigest[]> {
  if (!existsSync(join(env.dataDir, SQLITE_FILE)))
    throw new BackupRefused(`There is no embedded database in ${env.dataDir}.`)
  const alone = holdAlone(env.dataDir)
  const from = await openDatabase({ ...env, database: null })
  try {
    const to = await openDatabase(env)
    try {
      return await readSnapshot(from, async (db) => {
        const { contents, digests } = await contentsOf(from, db)
        await fillDatabase(to, contents, { prepare: refuseFilledPostgres, finish })
        return digests
      })
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
    alone.release()
  }
}

async function contentsOf(engine: Engine, db: Db): Promise<{ contents: Contents; digests: TableDigest[] }> {
  const digests: TableDigest[] = []
  const stored = storedTablesOf(engine)
  const contents: Contents = {
    migrations: await doneMigrations(db),
    expected: () => digests,
    async *slices() {
      for (const table of await stored.list(db)) {
        const hash = new TableHash(table.name)
        for await (const rows of stored.rows(db, table)) {
          hash.add(rows.map((row) => `${lineOfRow(row)}\n`).join(''), rows.length)
          yield { table: table.name, columns: table.columns, rows }
        }
        digests.push(hash.digest())
      }
    },
  }
  return { contents, digests }
}
