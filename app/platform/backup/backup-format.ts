import { z } from 'zod'

import type { Signer } from '#app/platform/crypto/signer.server.ts'
import type { StoredValue } from '#app/platform/db/tables/stored-tables.ts'

/**
 * A backup is one file: a header in a line of JSON, a body, and a trailer. The body is lines of JSON, gzipped, and then
 * encrypted if a passphrase is set (`encryption.server.ts`). Its lines are, in this order:
 *
 *     {"table": …, "columns": […]}   each table, those it refers to before it
 *     […]                            its rows in the order of its key; bytes as {"base64": …}
 *     {"file": …, "base64": …}       each uploaded file
 *     {"manifest": {…}}              the expected counts and checksums
 *
 * The trailer is 43 characters of an HMAC under APP_SECRET over the SHA-256 of header and body, then the SHA-256 of all
 * before it in hexadecimal. The HMAC reveals a wrong secret or a forged file, the SHA-256 a damaged one.
 */
export const FORMAT = 'foyer-backup'
export const FORMAT_VERSION = 1
export const SIGNED_BYTES = 43
export const TRAILER_BYTES = SIGNED_BYTES + 64

export const BACKUP_PURPOSE = 'backup'

export const encryptionSchema = z.object({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  salt: z.string(),
  /** Limited, because a header is read before its signature is checked. */
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 17),
  blockSize: z.number().int().min(1).max(8),
  parallelization: z.number().int().min(1).max(8),
})

export type Encryption = z.infer<typeof encryptionSchema>

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number().int().min(1),
  encryption: encryptionSchema.nullable(),
  /** For listing and rotation, which cannot read every backup to its end. Earlier versions omit both. */
  installation: z.string().max(100).nullable().default(null),
  records: z.number().int().min(0).nullable().default(null),
})

export type Header = z.infer<typeof headerSchema>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const manifestSchema = z.object({
  madeBy: z.string(),
  /** The moment of the snapshot, in ISO 8601, UTC. */
  takenAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  installation: z.string().nullable().default(null),
  records: z.number().int().nullable().default(null),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), sha256 })),
  /** `elsewhere` means in a bucket, which its provider backs up. */
  uploads: z.enum(['included', 'elsewhere']),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256 })),
})

export type Manifest = z.infer<typeof manifestSchema>

const backupNames = /^foyer-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([\w-]+)\.backup$/

/** For example `foyer-20261121T010000000Z-kR3_x0aB.backup`. @param mark distinguishes installations */
export function backupName(at: number, mark: string): string {
  return `foyer-${timeStamp(at)}-${mark}.backup`
}

export function backupNameParts(name: string): { at: number; mark: string } | null {
  const [, year, month, day, hour, minute, second, thousandths, mark] = backupNames.exec(name) ?? []
  if (mark === undefined) return null
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${thousandths}Z`)
  return Number.isNaN(at) ? null : { at, mark }
}

export function backupMark(signer: Signer): string {
  return signer.sign('backup-name', '').slice(0, 8)
}

export function timeStamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:.]/g, '')
}

/** Equal rows give equal lines on both engines, because checksums are taken over lines. */
export function lineOfRow(row: readonly StoredValue[]): string {
  return JSON.stringify(
    row.some((value) => value instanceof Uint8Array)
      ? row.map((value) =>
          value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
        )
      : row,
  )
}

export function rowOfLine(line: string): StoredValue[] {
  const row = JSON.parse(line) as (Exclude<StoredValue, Uint8Array> | { base64: string })[]
  return row.map((value) =>
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  )
}

/** A refused backup, restore or move. The message tells the operator the reason, and that nothing was changed. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** The installation is still unused, or all its data is gone. */
export class NothingToBackUp extends BackupRefused {}
