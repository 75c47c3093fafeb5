import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as a cookie or a mailed link holds them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How a token is stored. It is random, so a plain hash is enough: nothing about it can be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
