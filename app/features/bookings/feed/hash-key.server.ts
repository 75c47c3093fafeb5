import { createHash } from 'node:crypto'

/** A plain hash is enough, because a random key cannot be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
