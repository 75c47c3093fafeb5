import { existsSync } from 'node:fs'
import { link, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'

import type { Db, Engine } from '#app/platform/db/engine.server.ts'
import { openSqlite, SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { isMigrationTable } from '#app/platform/db/tables/stored-tables.ts'
import { syncFolder } from '#app/platform/files/folder-store.server.ts'

import { BackupRefused, timeStamp } from './backup-format.ts'

export async function isEmptyPostgres({ db }: Pick<Engine, 'db'>): Promise<boolean> {
  return (await tablesIn(db)).length === 0
}

export async function refuseFilledPostgres({ db }: Pick<Engine, 'db'>): Promise<void> {
  const tables = await tablesIn(db)
  if (tables.length > 0)
    throw new BackupRefused(
      `The database at DATABASE_URL is not empty: it holds ${tables.length} tables, ${tables.slice(0, 3).join(', ')} among them. Name an empty one. Nothing was changed.`,
    )
}

/** Moves every table into that schema, in the caller's transaction. @returns null if there are none */
export async function setTablesAside(db: Db, schema: string): Promise<string | null> {
  const tables = await tablesIn(db)
  if (tables.length === 0) return null
  await db.schema.createSchema(schema).execute()
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} set schema ${sql.id(schema)}`.execute(db)
    // Kysely finds its migration tables in every schema and would mistake these for the new ones.
    if (isMigrationTable(table))
      await sql`alter table ${sql.table(`${schema}.${table}`)} rename to ${sql.id(`former_${table}`)}`.execute(
        db,
      )
  }
  return `the schema ${schema}`
}

async function tablesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Replaces the database in `dataDir` by the one in `staging`. @returns the folder with the old one, or null */
export async function swapIn(dataDir: string, staging: string, now: number): Promise<string | null> {
  const path = join(dataDir, SQLITE_FILE)
  const log = `${SQLITE_FILE}-wal`
  if (existsSync(path) && existsSync(join(dataDir, log))) await emptyLog(dataDir)
  // A leftover log belongs to the old database; SQLite would apply it to the new one.
  const replaced = [SQLITE_FILE, log, `${SQLITE_FILE}-shm`].filter((name) => existsSync(join(dataDir, name)))
  const aside = join(dataDir, `replaced-${timeStamp(now)}`)
  if (replaced.length > 0) await mkdir(aside, { mode: 0o700 })
  for (const name of replaced) {
    if (name === SQLITE_FILE) await keep(path, join(aside, name))
    else await rename(join(dataDir, name), join(aside, name))
  }
  if (replaced.length > 0) await syncFolder(aside)
  await rename(join(staging, SQLITE_FILE), path)
  await syncFolder(dataDir)
  return replaced.length > 0 ? aside : null
}

/** Moves commits that a killed process left in the log into the file. A damaged database stays untouched. */
async function emptyLog(dataDir: string): Promise<void> {
  if (!isSound(join(dataDir, SQLITE_FILE))) return
  const engine = openSqlite(dataDir)
  try {
    await engine.scrub([])
  } finally {
    await engine.close()
  }
}

/** A read-only connection leaves the log in place. */
function isSound(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok'
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Makes a hard link, so that a database exists at every moment. If links are unsupported, renames the file. */
async function keep(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => rename(from, to))
}
