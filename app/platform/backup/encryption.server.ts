import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import { BackupRefused, type Encryption } from './backup-format.ts'

const CHUNK = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12

const derive = promisify(
  (
    passphrase: string,
    salt: Buffer,
    options: { cost: number; blockSize: number; parallelization: number; maxmem: number },
    done: (error: Error | null, key: Buffer) => void,
  ) => scrypt(passphrase, salt, 32, options, done),
)

/** OWASP Password Storage Cheat Sheet: scrypt with 32 MiB and three lanes. */
export function newEncryption(): Encryption {
  return {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    salt: randomBytes(16).toString('base64'),
    cost: 2 ** 15,
    blockSize: 8,
    parallelization: 3,
  }
}

export async function deriveBackupKey(
  passphrase: string,
  { salt, cost, blockSize, parallelization }: Encryption,
): Promise<Buffer> {
  return derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), {
    cost,
    blockSize,
    parallelization,
    maxmem: 256 * cost * blockSize,
  })
}

type Bytes = AsyncIterable<Uint8Array>

/** The STREAM construction: nonces count the chunks and mark the last, so none can be removed, moved or cut off. */
export async function* encryptChunks(plain: Bytes, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  for await (const { chunk, n, isLast } of chunksOf(plain, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(n, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

export async function* decryptChunks(sealed: Bytes, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  for await (const { chunk, n, isLast } of chunksOf(sealed, CHUNK + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(n, isLast), { authTagLength: TAG_BYTES })
    const border = Math.max(0, chunk.length - TAG_BYTES)
    try {
      decipher.setAAD(header).setAuthTag(chunk.subarray(border))
      yield Buffer.concat([decipher.update(chunk.subarray(0, border)), decipher.final()])
    } catch (error) {
      throw new BackupRefused('BACKUP_PASSPHRASE is not the one this backup was made with.', {
        cause: error,
      })
    }
  }
}

async function* chunksOf(
  source: Bytes,
  size: number,
): AsyncGenerator<{ chunk: Buffer; n: number; isLast: boolean }> {
  let held = Buffer.alloc(0)
  let n = 0
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes])
    for (; held.length > size; n += 1, held = held.subarray(size))
      yield { chunk: held.subarray(0, size), n, isLast: false }
  }
  yield { chunk: held, n, isLast: true }
}

function nonceOf(n: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(n, 5, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}
