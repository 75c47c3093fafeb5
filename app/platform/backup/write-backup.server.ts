import { createHash, hash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { DAY } from '#app/platform/clock.ts'
import { version } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Db } from '#app/platform/db/engine.server.ts'
import { doneMigrations } from '#app/platform/db/migrate.server.ts'
import { readSnapshot, storedTablesOf } from '#app/platform/db/tables/read-snapshot.server.ts'
import { tablesLeftOut } from '#app/platform/db/tables/stored-tables.ts'
import { syncFolder } from '#app/platform/files/folder-store.server.ts'
import { installationId } from '#app/platform/installation.server.ts'

import {
  BACKUP_PURPOSE,
  backupMark,
  backupName,
  type Encryption,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  lineOfRow,
  type Manifest,
  NothingToBackUp,
} from './backup-format.ts'
import { deriveBackupKey, encryptChunks, newEncryption } from './encryption.server.ts'
import { countRecords, TableHash } from './table-digest.server.ts'

/** Almost as small as gzip's default level, in a third of the time. */
const GZIP_LEVEL = 3

export type BackupCtx = Pick<Ctx, 'engine' | 'files' | 'signer' | 'clock' | 'backup'>

export type WrittenBackup = { path: string; bytes: number; rows: number; manifest: Manifest }

/** Writes one snapshot of the database, and the uploads, into a file that is renamed once it is complete. */
export async function writeBackup(
  ctx: BackupCtx,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WrittenBackup> {
  const { folder, passphrase } = ctx.backup
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeft(folder, ctx.clock.now())
  const encryption = passphrase === null ? null : newEncryption()
  const key = encryption && passphrase !== null ? await deriveBackupKey(passphrase, encryption) : null
  const unfinished = join(folder, `.${randomUUID()}.part`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const at = ctx.clock.now()
    const manifest = await readSnapshot(ctx.engine, async (db) => {
      const begun = await beginManifest(ctx, db, at)
      const header = headerOf(begun, encryption)
      await pipeline(
        () => bodyLines(ctx, db, begun),
        createGzip({ level: GZIP_LEVEL }),
        (bytes: AsyncIterable<Buffer>) => (key ? encryptChunks(bytes, key, header) : bytes),
        (bytes: AsyncIterable<Buffer>) => withTrailer(ctx, header, bytes),
        async (bytes: AsyncIterable<Buffer>) => {
          for await (const part of bytes) await file.appendFile(part)
        },
        { ...(signal && { signal }) },
      )
      return begun
    })
    await file.sync()
    const { size } = await file.stat()
    const path = join(folder, backupName(at, backupMark(ctx.signer)))
    await rename(unfinished, path)
    await syncFolder(folder)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { path, bytes: size, rows, manifest }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

function headerOf({ installation, records }: Manifest, encryption: Encryption | null): Buffer {
  const header: Header = { format: FORMAT, version: FORMAT_VERSION, encryption, installation, records }
  return Buffer.from(`${JSON.stringify(header)}\n`)
}

/** @param at taken before the snapshot, so that everything answered until then is included. */
async function beginManifest(ctx: BackupCtx, db: Db, at: number): Promise<Manifest> {
  const { records, isEmpty } = await countRecords(ctx.engine, db)
  if (isEmpty)
    throw new NothingToBackUp(
      'The database is empty: it has no owner, and neither inquiries nor conversations nor posts. Nothing was written.',
    )
  return {
    madeBy: version,
    takenAt: new Date(at).toISOString(),
    engine: ctx.engine.name,
    installation: await installationId.read({ db }),
    records,
    migrations: await doneMigrations(db),
    tables: [],
    uploads: ctx.files.names === null ? 'elsewhere' : 'included',
    files: [],
  }
}

async function* bodyLines(ctx: BackupCtx, db: Db, manifest: Manifest): AsyncGenerator<string> {
  const stored = storedTablesOf(ctx.engine)
  for (const table of await stored.list(db)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    const tableHash = new TableHash(table.name)
    for await (const rows of tablesLeftOut.has(table.name) ? [] : stored.rows(db, table)) {
      const text = rows.map((row) => `${lineOfRow(row)}\n`).join('')
      tableHash.add(text, rows.length)
      yield text
    }
    manifest.tables.push(tableHash.digest())
  }
  for await (const name of ctx.files.names?.() ?? []) {
    const bytes = await ctx.files.get(name)
    // Deleted after it was listed, along with the row that named it.
    if (!bytes) continue
    manifest.files.push({ name, bytes: bytes.byteLength, sha256: hash('sha256', bytes) })
    yield `${JSON.stringify({ file: name, base64: Buffer.from(bytes).toString('base64') })}\n`
  }
  yield `${JSON.stringify({ manifest })}\n`
}

async function* withTrailer(
  { signer }: BackupCtx,
  header: Buffer,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256').update(header)
  yield header
  for await (const bytes of body) {
    whole.update(bytes)
    yield bytes
  }
  const signature = signer.sign(BACKUP_PURPOSE, whole.copy().digest('hex'))
  yield Buffer.from(signature + whole.update(signature).digest('hex'))
}

async function removeLeft(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..+\.part$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < now - DAY) await rm(path, { force: true })
  }
}
