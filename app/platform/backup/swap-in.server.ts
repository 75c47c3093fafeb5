import { existsSync } from 'node:fs'
import { link, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { syncFolder } from '#app/platform/files/folder-store.server.ts'

import { timeStamp } from './backup-format.ts'

/**
 * Puts the database in `staging`, where there is one, and its uploads in the place of those in `dataDir`, which go into a
 * folder beside them. @returns that folder; null where there was nothing to set aside
 */
export async function swapIn(
  dataDir: string,
  staging: string,
  { now, uploads }: { now: number; uploads: boolean },
): Promise<string | null> {
  const aside = join(dataDir, `replaced-${timeStamp(now)}`)
  const file = existsSync(join(staging, SQLITE_FILE)) ? SQLITE_FILE : null
  const replaced = [
    // The old write-ahead log first: beside the new database it would be taken for its own.
    ...(file ? [`${file}-wal`, `${file}-shm`, file] : []),
    ...(uploads ? ['uploads'] : []),
  ].filter((name) => existsSync(join(dataDir, name)))
  if (replaced.length > 0) await mkdir(aside, { mode: 0o700 })
  for (const name of replaced) {
    if (name === file) await keep(join(dataDir, name), join(aside, name))
    else await rename(join(dataDir, name), join(aside, name))
  }
  if (replaced.length > 0) await syncFolder(aside)
  if (uploads && existsSync(join(staging, 'uploads')))
    await rename(join(staging, 'uploads'), join(dataDir, 'uploads'))
  if (file) await rename(join(staging, file), join(dataDir, file))
  await syncFolder(dataDir)
  return replaced.length > 0 ? aside : null
}

/** A second name, so that at no moment there is no database; where the disk knows none, the file moves. */
async function keep(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => rename(from, to))
}
