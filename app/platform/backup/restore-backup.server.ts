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
  /** Where what was replaced lies now: a folder, or a schema of the same PostgreSQL; null where there was nothing. */
  setAside: string | null
}

type RestoreOptions = {
  path: string
  signer: Signer
  /** Whether what is there may be set aside. */
  replace: boolean
  now: number
  /**
   * What must follow before anyone is served: derived tables made anew, what was erased since erased again. Its handle is
   * the transaction that fills the database; what it throws undoes all.
   */
  afterRestore(engine: Engine): Promise<void>
}

/**
 * Puts a backup in the place of what is there. Everything is read and checked first; the new database is made beside the
 * old one, or in one transaction, and takes its place whole. Uploaded files join those that are there just before, for no
 * row may name one that is not there yet.
 * @throws {BackupRefused | DatabaseRefused} and nothing was changed.
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
        `${env.dataDir} holds a database. Restore into an empty folder, or add --replace: what is there is then set aside, not deleted. Nothing was changed.`,
      )
    await mkdir(staging, { mode: 0o700 })
    const engine = await openDatabase({ ...env, dataDir: staging })
    try {
      await fillDatabase(engine, contentsOf(backup, manifest), {
        prepare: async () => {},
        finish: afterRestore,
      })
      await engine.checkIntegrity()
      // Out of the write-ahead log into the file, which alone takes the old one's place: closing does so too, but keeps
      // silent where the disk is full.
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

/** Beside those that are there: a name is never used for two contents, and one that no row names harms nobody. */
async function putFiles(backup: OpenedBackup, env: Env): Promise<void> {
  const store = openFileStore(env)
  for await (const entry of backup.entries())
    if (entry.kind === 'file') await store.put(entry.name, entry.bytes)
}
