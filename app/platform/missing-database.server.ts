import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { refuseFilledPostgres } from '#app/platform/backup/set-aside.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'

import { backupNameParts, BackupRefused, timeStamp } from './backup/backup-format.ts'
import { SECRET_FILE } from './crypto/secret.server.ts'
import { sizeOf } from './db/check-sqlite.server.ts'
import { DatabaseRefused } from './db/engine.server.ts'
import { SQLITE_FILE } from './db/sqlite.server.ts'
import type { Env } from './env.server.ts'
import { nameInstallation } from './installation.server.ts'
import { holdAlone, refuseRunningServers } from './presence.server.ts'

const CATALOG = 'catalog.json'

type Place = Pick<Env, 'dataDir' | 'database' | 'backup'>

/** Lists the traces of an installation other than its database. */
export function findTraces(env: Place): string[] {
  const backups = namesIn(env.backup.folder).filter(backupNameParts).sort()
  const newest = backups.at(-1)
  const beside = env.database ? [] : tracesIn(env.dataDir)
  const shipped = isShipped(env) ? [`a continuous backup in ${env.backup.folder}`] : []
  if (newest === undefined) return [...beside, ...shipped]
  return [...beside, ...shipped, `${backups.length} backups in ${env.backup.folder} (the newest: ${newest})`]
}

/** Whether the folder has a continuous backup, which exists before the first nightly one. PostgreSQL has none here. */
function isShipped({ database, backup: { folder } }: Place): boolean {
  return (
    !database &&
    namesIn(folder).some((name) => name.startsWith('continuous-') && existsSync(join(folder, name, CATALOG)))
  )
}

/**
 * Leftovers without a database mean that a volume is not mounted. A new database would then accept inquiries.
 * @param traces found before opening the database, because another process may be creating both
 */
export function refuseMissing(env: Place, traces: readonly string[]): void {
  if (traces.length === 0) return
  const where = env.database
    ? 'The database at DATABASE_URL is empty'
    : `There is no database in ${env.dataDir}`
  const others = env.database
    ? 'DATABASE_URL names another database'
    : 'DATA_DIR or DATABASE_URL is not set as before'
  throw new DatabaseRefused(
    `${where}, but an installation has left: ${traces.join(', ')}. Nothing was changed. ` +
      `If a disk or volume is not mounted, or ${others}, fix that and start again. ` +
      `If the database is lost, restore a backup: npm run restore -- ${isShipped(env) ? 'latest, or <file>' : '<file>'}. ` +
      'To start a new installation on purpose, which deletes nothing: npm run new-installation.',
  )
}

export function hasSqliteFile(dataDir: string): boolean {
  return sizeOf(join(dataDir, SQLITE_FILE)) > 0
}

function tracesIn(dataDir: string): string[] {
  const isTrace = (name: string) =>
    name === SECRET_FILE ||
    name.startsWith(`${SECRET_FILE}.`) ||
    name === 'erasures.jsonl' ||
    name.startsWith('replaced-')
  const log = `${SQLITE_FILE}-wal`
  return [
    ...(sizeOf(join(dataDir, log)) > 0 ? [log] : []),
    ...namesIn(dataDir).filter(isTrace),
    ...(namesIn(join(dataDir, 'uploads')).length > 0 ? ['uploads'] : []),
  ]
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** @returns the folder with leftovers of the former database, or null. @throws if a database exists. */
export async function makeEmptyInstallation(env: Env, now: number): Promise<string | null> {
  const alone = env.database ? null : holdAlone(env.dataDir)
  try {
    if (!env.database && hasSqliteFile(env.dataDir))
      throw new BackupRefused(`${env.dataDir} holds a database: start the server. Nothing was changed.`)
    const setAside = env.database ? null : await setLeftAside(env.dataDir, now)
    const engine = await openDatabase(env)
    try {
      if (env.database) {
        await refuseRunningServers(engine)
        await refuseFilledPostgres(engine)
      }
      await migrate(engine)
      await nameInstallation(engine.db, now)
    } finally {
      await engine.close()
    }
    return setAside
  } finally {
    alone?.release()
  }
}

/** SQLite would apply a leftover log to the new database. */
async function setLeftAside(dataDir: string, now: number): Promise<string | null> {
  const left = ['', '-wal', '-shm']
    .map((end) => SQLITE_FILE + end)
    .filter((name) => existsSync(join(dataDir, name)))
  if (left.length === 0) return null
  const folder = join(dataDir, `replaced-${timeStamp(now)}`)
  await mkdir(folder, { mode: 0o700 })
  for (const name of left) await rename(join(dataDir, name), join(folder, name))
  return folder
}
