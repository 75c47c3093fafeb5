import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

import { z } from 'zod'

import type { Signer } from '#app/platform/crypto/signer.server.ts'

import { BackupRefused, encryptionSchema, SIGNED_BYTES, TRAILER_BYTES } from '../backup-format.ts'
import { decryptChunks, deriveBackupKey, encryptChunks, newEncryption } from '../encryption.server.ts'

/** The layout resembles a nightly backup (`backup-format.ts`), but bodies are compressed with zstd. */
const FORMAT = 'foyer-continuous'
const PURPOSE = 'continuous-backup'

const metaSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('base'), lineage: z.string(), segment: z.number(), at: z.number() }),
  z.object({
    kind: z.literal('segment'),
    lineage: z.string(),
    segment: z.number(),
    /** Milliseconds UTC: all earlier commits are included. */
    at: z.number(),
    pageSize: z.number().int().min(512).max(65_536),
    databasePages: z.number().int().min(1),
  }),
  z.object({ kind: z.literal('file'), name: z.string() }),
])

export type ObjectMeta = z.infer<typeof metaSchema>

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  meta: metaSchema,
  encryption: encryptionSchema.extend({ objectSalt: z.string() }).nullable(),
})

type Bytes = AsyncIterable<Buffer>
export type Source = () => Bytes

export type ObjectWriter = (meta: ObjectMeta, body: Iterable<Buffer> | AsyncIterable<Buffer>) => Bytes

export async function createObjectWriter(signer: Signer, passphrase: string | null): Promise<ObjectWriter> {
  const shared = passphrase === null ? null : newEncryption()
  const slowKey = shared && passphrase !== null ? await deriveBackupKey(passphrase, shared) : null
  return (meta, body) => {
    const encryption = shared && { ...shared, objectSalt: randomBytes(16).toString('base64') }
    const header = Buffer.from(`${JSON.stringify({ format: FORMAT, version: 1, meta, encryption })}\n`)
    const zipped = pipeline(body, createZstdCompress(), () => {})
    const sealed =
      slowKey && encryption ? encryptChunks(zipped, objectKey(slowKey, encryption), header) : zipped
    return withTrailer(signer, header, sealed)
  }
}

export type ObjectReader = (source: Source) => Promise<{ meta: ObjectMeta; body: Bytes }>

/** Verifies an object's checksum and signature before reading it. @throws {BackupRefused} */
export function createObjectReader(signer: Signer, passphrase: string | null): ObjectReader {
  const slowKeys = new Map<string, Promise<Buffer>>()
  return async (source) => {
    const { header, bodyEnd } = await checkTrailer(source, signer)
    const parsed = headerSchema.safeParse(JSON.parse(header.toString('utf8')))
    if (!parsed.success) throw new BackupRefused('It was made by a newer version of this software.')
    const { meta, encryption } = parsed.data
    const sealed = sliceOf(source(), header.length, bodyEnd)
    if (!encryption) return { meta, body: unzip(sealed) }
    if (passphrase === null)
      throw new BackupRefused(
        'The backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.',
      )
    const slowKey = slowKeys.get(encryption.salt) ?? deriveBackupKey(passphrase, encryption)
    slowKeys.set(encryption.salt, slowKey)
    return { meta, body: unzip(decryptChunks(sealed, objectKey(await slowKey, encryption), header)) }
  }
}

function unzip(zipped: Bytes): Bytes {
  // Errors reach the reader of the returned stream.
  return pipeline(zipped, createZstdDecompress(), () => {})
}

function objectKey(slowKey: Buffer, { objectSalt }: { objectSalt: string }): Buffer {
  return Buffer.from(hkdfSync('sha256', slowKey, Buffer.from(objectSalt, 'base64'), FORMAT, 32))
}

async function* withTrailer(signer: Signer, header: Buffer, body: Bytes): AsyncGenerator<Buffer> {
  const whole = createHash('sha256').update(header)
  yield header
  for await (const bytes of body) {
    whole.update(bytes)
    yield bytes
  }
  const signature = signer.sign(PURPOSE, whole.copy().digest('hex'))
  yield Buffer.from(signature + whole.update(signature).digest('hex'))
}

async function checkTrailer(source: Source, signer: Signer): Promise<{ header: Buffer; bodyEnd: number }> {
  const signed = createHash('sha256')
  let beginning = Buffer.alloc(0)
  let held = Buffer.alloc(0)
  let size = 0
  for await (const bytes of source()) {
    if (!beginning.includes('\n')) beginning = Buffer.concat([beginning, bytes.subarray(0, 4096)])
    size += bytes.length
    held = Buffer.concat([held, bytes])
    const border = Math.max(0, held.length - TRAILER_BYTES)
    signed.update(held.subarray(0, border))
    held = Buffer.from(held.subarray(border))
  }
  const trailer = held.toString('latin1')
  const digest = signed.copy().digest('hex')
  const signature = trailer.slice(0, SIGNED_BYTES)
  const header = beginning.subarray(0, beginning.indexOf('\n') + 1)
  const isWhole = signed.update(signature, 'latin1').digest('hex') === trailer.slice(SIGNED_BYTES)
  if (!isWhole || header.length === 0) throw new BackupRefused('It is damaged or was cut off.')
  if (!signer.verify(PURPOSE, digest, signature))
    throw new BackupRefused(
      'The backup was made with another APP_SECRET. Set the one it was made with: without it the stored keys could never be read.',
    )
  return { header, bodyEnd: size - TRAILER_BYTES }
}

async function* sliceOf(source: Bytes, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const bytes of source) {
    const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at))
    at += bytes.length
    if (part.length > 0) yield part
  }
}
