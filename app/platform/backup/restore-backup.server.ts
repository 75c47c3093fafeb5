import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Signer } from '#app/platform/crypto/signer.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { openFileStore } from '#app/platform/files/open-file-store.server.ts'
import { holdAlone } from '#app/platform/presence.server.ts'

import { BackupRefused, type Manifest, timeStamp } from './backup-format.ts'
import { contentsOf, fillDatabase } from './fill-database.server.ts'
import { openBackup, type OpenedBackup } from './read-backup.server.ts'
import { refuseFilledPostgres, setTablesAside, swapIn } from './set-aside.server.ts'
import { verifyBackup } from './verify-backup.server.ts'

export type Restored = {
  manifest: Manifest
  /** Where the replaced data is: a folder, or a schema of the same PostgreSQL database. Null if there was none. */
  setAside: string | null
}

type RestoreOptions = {
  path: string
  signer: Signer
  replace: boolean
  now: number
  /** Runs in the transaction that fills the database. If it throws, everything is rolled back. */
  afterRestore(engine: Engine): Promise<void>
}

/**
 * Verifies the whole backup, builds the new database separately, and swaps it in. Files are stored before that, because
 * no row may refer to a missing one.
 * @throws {BackupRefused | DatabaseRefused} if nothing was changed.
 */
export async function restoreBackup(env: Env, options: RestoreOptions): Promise<Restored> {
  const { path, signer } = options
  const backup = await openBackup(path, { signer, passphrase: env.backup.passphrase })
  const manifest = await verifyBackup(backup)
  return env.database
    ? restoreToPostgres(env, backup, manifest, options)
    : restoreToFolder(env, backup, manifest, options)
}

async function restoreToFolder(
  env: Env,
  backup: OpenedBackup,
  manifest: Manifest,
  { replace, now, afterRestore }: RestoreOptions,
): Promise<Restored> {
  const alone = holdAlone(env.dataDir)
  const staging = join(env.dataDir, `restoring-${timeStamp(now)}`)
  try {
    if (!replace && existsSync(join(env.dataDir, SQLITE_FILE)))
      throw new BackupRefused(
        `${env.dataDir} holds a database. Restore into an empty folder, or add --replace: the existing data is then set aside, not deleted. Nothing was changed.`,
      )
    await mkdir(staging, { mode: 0o700 })
    const engine = await openDatabase({ ...env, dataDir: staging })
    try {
      await fillDatabase(engine, contentsOf(backup, manifest), {
        prepare: async () => {},
        finish: afterRestore,
      })
      await engine.checkIntegrity()
      // Moves the log into the database file, because only that file is swapped in. Closing would do the same, but it
      // fails silently on a full disk.
      await engine.scrub([])
    } finally {
      await engine.close()
    }
    await putFiles(backup, env)
    return { manifest, setAside: await swapIn(env.dataDir, staging, now) }
  } finally {
    await rm(staging, { recursive: true, force: true })
    alone.release()
  }
}

async function restoreToPostgres(
  env: Env,
  backup: OpenedBackup,
  manifest: Manifest,
  { replace, now, afterRestore }: RestoreOptions,
): Promise<Restored> {
  const engine = await openDatabase(env)
  let setAside: string | null = null
  try {
    await fillDatabase(engine, contentsOf(backup, manifest), {
      async prepare(inside) {
        if (replace) setAside = await setTablesAside(inside.db, `replaced_${timeStamp(now).toLowerCase()}`)
        else await refuseFilledPostgres(inside)
      },
      async finish(inside) {
        await afterRestore(inside)
        await putFiles(backup, env)
      },
    })
    return { manifest, setAside }
  } finally {
    await engine.close()
  }
}

/** Existing files stay: names are never reused for other contents, and unreferenced files do no harm. */
async function putFiles(backup: OpenedBackup, env: Env): Promise<void> {
  const store = openFileStore(env)
  for await (const entry of backup.entries())
    if (entry.kind === 'file') await store.put(entry.name, entry.bytes)
}
