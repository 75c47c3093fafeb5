import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { deriveKey } from './secret.server.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts single values with AES-256-GCM. Each value is bound to its row. */
export type Vault = {
  /** @param row what the value belongs to, for example `ai_key:openai`. In another row it cannot be opened. */
  seal(row: string, text: string): string
  /** @throws {SealBroken} if it was sealed for another row, with another secret, or changed. */
  open(row: string, sealed: string): string
}

export class SealBroken extends Error {
  override name = 'SealBroken'
}

export function createVault(secret: string): Vault {
  const key = deriveKey(secret, 'vault')
  return {
    seal(row, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`${VERSION} ${row}`))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(row, sealed) {
      const [version, encoded = ''] = sealed.split('.')
      const bytes = Buffer.from(encoded, 'base64url')
      try {
        if (version !== VERSION) throw new Error(`Unknown version ${version}`)
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(`${VERSION} ${row}`))
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        const body = bytes.subarray(IV_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealBroken(`What is stored for ${row} cannot be read with this APP_SECRET.`, {
          cause: error,
        })
      }
    },
  }
}
