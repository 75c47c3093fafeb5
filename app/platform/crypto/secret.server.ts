import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Env } from '#app/platform/env.server.ts'

/** In DATA_DIR. No backup holds it: a copy is the operator's to keep. */
export const SECRET_FILE = 'secret'

/** The root secret: APP_SECRET, or 32 random bytes made once in DATA_DIR and readable by its owner alone. */
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

/** As `loadSecret`, but makes none: null where there is none yet. */
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
      `${path} is damaged: put back the copy you kept of it, for stored keys cannot be read without it.`,
    )
  return secret
}

/** A key for one purpose alone, so that what signs one thing can never sign another (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'foyer', purpose, 32))
}
