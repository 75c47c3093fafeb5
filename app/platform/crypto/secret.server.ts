import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Env } from '#app/platform/env.server.ts'

/** No backup contains it, so the operator must keep a copy. */
export const SECRET_FILE = 'secret'

/** APP_SECRET, or 32 random bytes created once in DATA_DIR and readable only by the server's user. */
export function loadSecret(env: Pick<Env, 'secret' | 'dataDir'>): string {
  if (env.secret) return env.secret
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
  const path = join(env.dataDir, SECRET_FILE)
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, newSecret())
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecretFile(path)
}

export function findSecret(env: Pick<Env, 'secret' | 'dataDir'>): string | null {
  const path = join(env.dataDir, SECRET_FILE)
  return env.secret ?? (existsSync(path) ? readSecretFile(path) : null)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function readSecretFile(path: string): string {
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32)
    throw new Error(
      `${path} is damaged: put back the copy you kept of it, because stored keys cannot be read without it.`,
    )
  return secret
}

/** One key per purpose, so that a signature for one purpose never fits another (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'foyer', purpose, 32))
}
