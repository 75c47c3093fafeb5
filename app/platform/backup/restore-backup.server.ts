import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Signer } from '#app/platform/crypto/signer.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { openFileStore } from '#app/platform/files/open-file-store.server.ts'
import { holdAlone, refuseRunningServers } from '#app/platform/presence.server.ts'

import { type Manifest, rowOfLine, timeStamp } from './backup-format.ts'
import { BackupRefused } from './backup-refused.ts'
import { type Contents, fillDatabase } from './fill-database.server.ts'
import { openBackup, type OpenedBackup } from './read-backup.server.ts'
import { refuseFilledPostgres, setTablesAside } from './set-aside.server.ts'
import { swapIn } from './swap-in.server.ts'
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
  afterRestore(engine: Engine, manifest: Manifest): Promise<void>
}

/**
 * Puts a backup in the place of what is there. Everything is read and checked first; the new database is made beside the
 * old one, or in one transaction, and takes its place whole.
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
    if (!replace) await refuseFilledFolder(env, manifest)
    await mkdir(staging, { mode: 0o700 })
    const stagedEnv: Env = { ...env, dataDir: staging }
    const engine = await openDatabase(stagedEnv)
    try {
      await fillDatabase(engine, contentsOf(backup, manifest), {
        prepare: async () => {},
        finish: (inside) => afterRestore(inside, manifest),
      })
      await engine.checkIntegrity()
    } finally {
      await engine.close()
    }
    await putFiles(backup, stagedEnv)
    return {
      manifest,
      setAside: await swapIn(env.dataDir, staging, { now, uploads: bringsUploads(env, manifest) }),
    }
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
  const staging = join(env.dataDir, `restoring-${timeStamp(now)}`)
  const stagedEnv: Env = { ...env, dataDir: staging }
  let setAside: string | null = null
  try {
    await refuseRunningServers(engine)
    if (!replace) {
      await refuseFilledPostgres(engine)
      await refuseFilledFolder(env, manifest)
    }
    await mkdir(staging, { recursive: true, mode: 0o700 })
    await putFiles(backup, stagedEnv)
    await fillDatabase(engine, contentsOf(backup, manifest), {
      prepare: async ({ db }) => {
        if (replace) setAside = await setTablesAside(db, `replaced_${timeStamp(now).toLowerCase()}`)
      },
      finish: (inside) => afterRestore(inside, manifest),
    })
    const folder = await swapIn(env.dataDir, staging, { now, uploads: bringsUploads(env, manifest) })
    return { manifest, setAside: [setAside, folder].filter((place) => place !== null).join(' and ') || null }
  } finally {
    await engine.close()
    await rm(staging, { recursive: true, force: true })
  }
}

function bringsUploads(env: Env, manifest: Manifest): boolean {
  return manifest.uploads === 'included' && !env.s3
}

async function refuseFilledFolder(env: Env, manifest: Manifest): Promise<void> {
  const uploads = join(env.dataDir, 'uploads')
  const found = [
    !env.database && existsSync(join(env.dataDir, SQLITE_FILE)) && 'a database',
    bringsUploads(env, manifest) &&
      existsSync(uploads) &&
      (await readdir(uploads)).length > 0 &&
      'uploaded files',
  ].filter(Boolean)
  if (found.length > 0)
    throw new BackupRefused(
      `${env.dataDir} holds ${found.join(' and ')}. Restore into an empty folder, or add --replace: what is there is then set aside, not deleted. Nothing was changed.`,
    )
}

function contentsOf(backup: OpenedBackup, manifest: Manifest): Contents {
  return {
    migrations: manifest.migrations,
    expected: () => manifest.tables,
    async *slices() {
      let table = { table: '', columns: [] as string[] }
      for await (const entry of backup.entries()) {
        if (entry.kind === 'table') table = { table: entry.name, columns: entry.columns }
        if (entry.kind === 'rows') yield { ...table, rows: entry.lines.map(rowOfLine) }
      }
    },
  }
}

/** Into the folder in the making, or the bucket where one is set: there a name is never used for two contents. */
async function putFiles(backup: OpenedBackup, env: Env): Promise<void> {
  const store = openFileStore(env)
  for await (const entry of backup.entries())
    if (entry.kind === 'file') await store.put(entry.name, entry.bytes)
}
