import { existsSync } from 'node:fs'
import { link, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { openSqlite, SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { syncFolder } from '#app/platform/files/folder-store.server.ts'

import { timeStamp } from './backup-format.ts'

/**
 * Puts the database in `staging` in the place of the one in `dataDir`, which goes into a folder beside it.
 * @returns that folder; null where there was nothing to set aside
 */
export async function swapIn(dataDir: string, staging: string, now: number): Promise<string | null> {
  const path = join(dataDir, SQLITE_FILE)
  const log = `${SQLITE_FILE}-wal`
  if (existsSync(path) && existsSync(join(dataDir, log))) await emptyLog(dataDir)
  // What stays of a log belongs to a damaged database; beside the new one it would be taken for its own.
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

/**
 * A process that was killed leaves acknowledged commits in the log: in the file they go wherever it goes. A damaged
 * database, which may be why it is replaced, is left as it lies.
 */
async function emptyLog(dataDir: string): Promise<void> {
  if (!isSound(join(dataDir, SQLITE_FILE))) return
  const engine = openSqlite(dataDir)
  try {
    await engine.scrub([])
  } finally {
    await engine.close()
  }
}

/** Who only reads leaves the log where it is; others take it away as they close. */
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

/** A second name, so that at no moment there is no database; where the disk knows none, the file moves. */
async function keep(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => rename(from, to))
}
