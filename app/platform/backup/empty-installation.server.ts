import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { nameInstallation } from '#app/platform/installation.server.ts'
import { hasSqliteFile } from '#app/platform/missing-database.server.ts'
import { holdAlone, refuseRunningServers } from '#app/platform/presence.server.ts'

import { timeStamp } from './backup-format.ts'
import { BackupRefused } from './backup-refused.ts'
import { refuseFilledPostgres } from './set-aside.server.ts'

/**
 * Makes a database for an installation that begins anew where another one was.
 * @returns the folder in which lies what was left of an embedded database; null where nothing was
 * @throws {BackupRefused | DatabaseRefused} where there is a database; nothing was changed.
 */
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

/** The log of a database that is gone would be taken for the new one's. */
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
