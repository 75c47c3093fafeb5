import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { z } from 'zod'

import type { Signer } from '#app/platform/crypto/signer.server.ts'

import {
  BACKUP_PURPOSE,
  BackupRefused,
  type Encryption,
  FORMAT_VERSION,
  type Header,
  headerSchema,
  type Manifest,
  manifestSchema,
  SIGNED_BYTES,
  TRAILER_BYTES,
} from './backup-format.ts'
import { decryptChunks, deriveBackupKey } from './encryption.server.ts'

const MOST_HEADER = 4096
/** Bytes of lines that are yielded together. A single line may be longer. */
const BYTES_AT_ONCE = 256 * 1024

export type BackupEntry =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'rows'; lines: string[] }
  | { kind: 'file'; name: string; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest }

export type OpenedBackup = { entries(): AsyncGenerator<BackupEntry> }

/** Verifies checksum and signature before reading the body. @throws {BackupRefused} */
export async function openBackup(
  path: string,
  { signer, passphrase }: { signer: Pick<Signer, 'verify'>; passphrase: string | null },
): Promise<OpenedBackup> {
  const { line, header, size } = await readHeader(path)
  const { encryption } = header
  await checkTrailer(path, size, signer)
  const key = encryption ? await keyOf(encryption, passphrase) : null
  return {
    async *entries() {
      const sealed = createReadStream(path, { start: line.length, end: size - TRAILER_BYTES - 1 })
      const plain = key ? decryptChunks(sealed, key, line) : sealed
      // Errors reach the reader of the returned stream.
      const unzipped = pipeline(plain, createGunzip(), () => {})
      yield* entriesOf(unzipped)
    },
  }
}

async function keyOf(encryption: Encryption, passphrase: string | null): Promise<Buffer> {
  if (passphrase === null)
    throw new BackupRefused(
      'The backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.',
    )
  return deriveBackupKey(passphrase, encryption)
}

/** Reads the header without verifying it. @throws {BackupRefused} if the file is no backup. */
export async function readHeader(path: string): Promise<{ line: Buffer; header: Header; size: number }> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupRefused(`${path} cannot be read: ${(error as Error).message}.`)
  })
  const [{ buffer, bytesRead }, { size }] = await Promise.all([
    file.read(Buffer.alloc(MOST_HEADER), 0, MOST_HEADER, 0),
    file.stat(),
  ])
  await file.close()
  const line = buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n') + 1)
  const noBackup = `${path} is not a backup of this software, or its beginning is damaged.`
  const json = parseJson(line.toString('utf8'))
  const ours = z.object({ format: headerSchema.shape.format, version: headerSchema.shape.version })
  const format = ours.safeParse(json)
  if (!format.success) throw new BackupRefused(noBackup)
  if (format.data.version > FORMAT_VERSION)
    throw new BackupRefused(
      `The backup has format ${format.data.version}, and this version reads ${FORMAT_VERSION}: restore it with the version that made it, or a later one.`,
    )
  const header = headerSchema.safeParse(json)
  if (!header.success) throw new BackupRefused(noBackup)
  if (size < line.length + TRAILER_BYTES) throw damaged(path)
  return { line, header: header.data, size }
}

async function checkTrailer(path: string, size: number, signer: Pick<Signer, 'verify'>): Promise<void> {
  const body = createHash('sha256')
  for await (const bytes of createReadStream(path, { end: size - TRAILER_BYTES - 1 }))
    body.update(bytes as Buffer)
  const trailer: Buffer[] = []
  for await (const bytes of createReadStream(path, { start: size - TRAILER_BYTES }))
    trailer.push(bytes as Buffer)
  const text = Buffer.concat(trailer).toString('latin1')
  const signature = text.slice(0, SIGNED_BYTES)
  const digest = body.copy().digest('hex')
  if (body.update(signature, 'latin1').digest('hex') !== text.slice(SIGNED_BYTES)) throw damaged(path)
  if (!signer.verify(BACKUP_PURPOSE, digest, signature))
    throw new BackupRefused(
      'The backup was made with another APP_SECRET. Set the one it was made with: without it the stored keys could never be read.',
    )
}

function damaged(path: string): BackupRefused {
  return new BackupRefused(
    `${path} is damaged or was cut off: its checksum does not match. Take another backup.`,
  )
}

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
const fileSchema = z.object({ file: z.string(), base64: z.string() })

async function* entriesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  for await (const lines of linesOf(stream)) {
    let rows: string[] = []
    for (const line of lines) {
      if (line.startsWith('[')) {
        rows.push(line)
        continue
      }
      if (rows.length > 0) yield { kind: 'rows', lines: rows }
      rows = []
      yield entryOf(parseJson(line))
    }
    if (rows.length > 0) yield { kind: 'rows', lines: rows }
  }
}

function entryOf(json: unknown): BackupEntry {
  const table = tableSchema.safeParse(json)
  if (table.success) return { kind: 'table', name: table.data.table, columns: table.data.columns }
  const file = fileSchema.safeParse(json)
  if (file.success)
    return { kind: 'file', name: file.data.file, bytes: Buffer.from(file.data.base64, 'base64') }
  return { kind: 'manifest', manifest: z.object({ manifest: manifestSchema }).parse(json).manifest }
}

/** Does not use `node:readline`, which also splits lines at U+2028. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let held: Buffer[] = []
  let size = 0
  const take = (): string[] => Buffer.concat(held).toString('utf8').split('\n')
  for await (const bytes of stream) {
    const border = bytes.lastIndexOf('\n') + 1
    if (border === 0 || size + border < BYTES_AT_ONCE) {
      held.push(bytes)
      size += bytes.length
      continue
    }
    held.push(bytes.subarray(0, border))
    yield take().slice(0, -1)
    held = [bytes.subarray(border)]
    size = bytes.length - border
  }
  yield take().filter((line) => line !== '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
