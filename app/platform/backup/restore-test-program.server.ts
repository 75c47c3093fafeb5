import { mkdir, rm, statfs } from 'node:fs/promises'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'

import type { Signer } from '#app/platform/crypto/signer.server.ts'
import { openSqlite } from '#app/platform/db/sqlite.server.ts'
import { giveWay } from '#app/platform/give-way.ts'

import { BackupRefused } from './backup-format.ts'
import { contentsOf, fillDatabase } from './fill-database.server.ts'
import { type OpenedBackup, openBackup } from './read-backup.server.ts'
import { type RestoreTestAnswer, type RestoreTestOrder, restoreTestOrderSchema } from './restore-test.ts'
import { verifyBackup } from './verify-backup.server.ts'

/** Disk space needed per byte of rows: for the database file, its indexes and its log. */
const BYTES_FOR_A_BYTE = 4
const LEFT_FREE = 100_000_000

giveWay(constants.priority.PRIORITY_BELOW_NORMAL)
const order = restoreTestOrderSchema.parse(JSON.parse(await text(process.stdin)))
process.stdout.write(JSON.stringify(await testRestore(order)))

async function testRestore({ path, passphrase, scratch }: RestoreTestOrder): Promise<RestoreTestAnswer> {
  const proof = { digest: '', signature: '' }
  const signer: Pick<Signer, 'verify'> = {
    verify: (_purpose, digest, signature) => Boolean(Object.assign(proof, { digest, signature })),
  }
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const backup = await openBackup(path, { signer, passphrase })
    const measured = measure(backup)
    const manifest = await verifyBackup(measured.backup)
    await refuseFullDisk(scratch, measured.bytes())
    const engine = openSqlite(scratch)
    try {
      const nothing = { prepare: async () => {}, finish: async () => {} }
      await fillDatabase(engine, contentsOf(backup, manifest), nothing)
      await engine.checkIntegrity()
      const { newest } = await engine.db
        .selectFrom('lead')
        .select((select) => select.fn.max<number | null>('created_at').as('newest'))
        .executeTakeFirstOrThrow()
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return {
        kind: 'restored',
        takenAt: Date.parse(manifest.takenAt),
        rows,
        newestInquiryAt: newest,
        ...proof,
      }
    } finally {
      await engine.close()
    }
  } catch (error) {
    if (error instanceof BackupRefused) return { kind: 'refused', reason: error.message }
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function measure(backup: OpenedBackup): { backup: OpenedBackup; bytes(): number } {
  let bytes = 0
  return {
    bytes: () => bytes,
    backup: {
      async *entries() {
        for await (const entry of backup.entries()) {
          if (entry.kind === 'rows') bytes += entry.lines.reduce((sum, line) => sum + line.length, 0)
          yield entry
        }
      },
    },
  }
}

async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = bytes * BYTES_FOR_A_BYTE + LEFT_FREE
  if (bavail * bsize < needed)
    throw new BackupRefused(
      `The disk is too full to restore the backup for its test: ${inMegabytes(needed)} are needed, ${inMegabytes(bavail * bsize)} are free.`,
    )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
