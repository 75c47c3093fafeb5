import { createHash } from 'node:crypto'

/** Returns the hash that is stored. It needs no salt, because a random key cannot be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
