import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { Signer } from '#app/platform/crypto/signer.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openSqlite, SQLITE_FILE } from '#app/platform/db/sqlite.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { openFileStore } from '#app/platform/files/open-file-store.server.ts'
import { holdAlone } from '#app/platform/presence.server.ts'

import { BackupRefused, timeStamp } from '../backup-format.ts'
import { swapIn } from '../set-aside.server.ts'
import { namesIn, streamPrefix } from './catalog.ts'
import { findBases } from './stored-catalog.server.ts'
import { rebuildDatabase, type Rebuilt } from './rebuild-database.server.ts'
import { createObjectReader, type ObjectReader } from './sealed-object.server.ts'
import type { ShipTarget } from './ship-target.server.ts'

type Options = {
  target: ShipTarget
  passphrase: string | null
  signer: Signer
  only: string | null
  /** The moment to restore; null for the newest state. */
  at: number | null
  replace: boolean
  now: number
  afterRestore(engine: Engine, erasures: readonly string[]): Promise<void>
}

export type RestoredState = Rebuilt & { readonly files: number; readonly setAside: string | null }

/** Rebuilds and checks a database in a temporary folder, then swaps it in. @throws {BackupRefused | DatabaseRefused} */
export async function restoreContinuous(env: Env, options: Options): Promise<RestoredState> {
  refusePostgres(env)
  const alone = holdAlone(env.dataDir)
  const staging = join(env.dataDir, `restoring-${timeStamp(options.now)}`)
  try {
    if (!options.replace && existsSync(join(env.dataDir, SQLITE_FILE)))
      throw new BackupRefused(
        `${env.dataDir} holds a database. Restore into an empty folder, or add --replace: the existing data is then set aside, not deleted. Nothing was changed.`,
      )
    await mkdir(staging, { mode: 0o700 })
    const read = createObjectReader(options.signer, options.passphrase)
    const rebuilt = await rebuild(staging, read, options)
    const engine = openSqlite(staging)
    try {
      await checkWhole(engine)
      await migrate(engine)
      const erasures = await readErasures(read, options)
      await withTransaction({ db: engine.db }, ({ db }) => options.afterRestore({ ...engine, db }, erasures))
      await engine.scrub([])
    } finally {
      await engine.close()
    }
    const files = await putFiles(env, rebuilt.base.stream, read, options.target)
    return { ...rebuilt, files, setAside: await swapIn(env.dataDir, staging, options.now) }
  } finally {
    await rm(staging, { recursive: true, force: true })
    alone.release()
  }
}

export async function checkContinuous(
  env: Env,
  options: Pick<Options, 'target' | 'passphrase' | 'signer' | 'only' | 'at'>,
): Promise<Rebuilt> {
  refusePostgres(env)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-check-'))
  try {
    const rebuilt = await rebuild(folder, createObjectReader(options.signer, options.passphrase), options)
    const engine = openSqlite(folder)
    try {
      await checkWhole(engine)
      await migrate(engine)
    } finally {
      await engine.close()
    }
    return rebuilt
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refusePostgres(env: Env): void {
  if (env.database)
    throw new BackupRefused(
      'A continuous backup of the embedded database can only be restored as an embedded database: unset DATABASE_URL, restore, and move it to PostgreSQL afterwards. For a continuous backup of PostgreSQL, follow docs/runbooks/postgres-continuous-backup.md. Nothing was changed.',
    )
}

async function rebuild(
  folder: string,
  read: ObjectReader,
  { target, signer, only, at }: Pick<Options, 'target' | 'signer' | 'only' | 'at'>,
): Promise<Rebuilt> {
  const bases = await findBases(target, signer, only)
  return rebuildDatabase(join(folder, SQLITE_FILE), { target, bases, read, at })
}

/** Checks every page, index and foreign key. */
async function checkWhole({ db }: Engine): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  if (rows[0]?.integrity_check !== 'ok' || orphans.length > 0)
    throw new BackupRefused(
      `The rebuilt database is damaged (${rows[0]?.integrity_check ?? 'unknown'}, ${orphans.length} rows refer to missing rows). Go back to an earlier moment with --at. Nothing was changed.`,
    )
}

/** Reads the erasures of every stream, so that people who were erased here are not restored. */
async function readErasures(read: ObjectReader, { target, signer }: Options): Promise<string[]> {
  const texts: string[] = []
  for (const stream of await target.streams(streamPrefix(signer))) {
    const source = await target.find(namesIn(stream).erasures)
    if (source) texts.push((await contentOf(read, source)).toString('utf8'))
  }
  return texts
}

/** Existing files stay: names are never reused for other contents, and unreferenced files do no harm. */
async function putFiles(env: Env, stream: string, read: ObjectReader, target: ShipTarget): Promise<number> {
  const stores = storesFor(env)
  const folder = namesIn(stream).file('')
  let files = 0
  for await (const name of target.names(folder)) {
    const source = await target.find(folder + name)
    if (!source) continue
    const bytes = await contentOf(read, source)
    for (const store of stores) await store.put(name, bytes)
    files += 1
  }
  return files
}

/** If S3_BUCKET names the backup's bucket, it may be set for the restore alone, and the server reads the folder again. */
function storesFor(env: Env): FileStore[] {
  const store = openFileStore(env)
  return env.s3 && env.continuous === 'bucket' ? [store, openFileStore({ ...env, s3: null })] : [store]
}

async function contentOf(read: ObjectReader, source: Parameters<ObjectReader>[0]): Promise<Buffer> {
  const { body } = await read(source)
  const parts: Buffer[] = []
  for await (const bytes of body) parts.push(bytes)
  return Buffer.concat(parts)
}
