import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import type { Ctx } from '#app/platform/context.server.ts'

const hashWith = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16

/** Returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (PHC). @throws {AppError} too-many or unavailable while too many others wait. */
export async function hashPassword(
  ctx: Admitting,
  password: string,
  from: string | null = null,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(ctx, from, password, { nonce: salt, ...cost })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Takes the cost from the stored hash, so that older hashes stay valid. `from` is the visitor's address. @throws {AppError} as above. */
export async function verifyPassword(
  ctx: Admitting,
  password: string,
  stored: string,
  from: string | null = null,
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  if (!match) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const given = await derive(ctx, from, password, {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Checked for unknown accounts, so that the response takes as long as for a known one. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$NOTHINGnothingNOTHING$NOTHINGnothingNOTHINGnothingNOTHINGnothing0'

/** Admission limits how many hashes are computed at once: each takes a core and 19 MB. */
type Admitting = Pick<Ctx, 'admission'>
type Cost = Pick<Argon2Parameters, 'nonce' | 'memory' | 'passes' | 'parallelism'>

async function derive(ctx: Admitting, from: string | null, password: string, options: Cost): Promise<Buffer> {
  const parameters = { message: password.normalize('NFKC'), tagLength: TAG_BYTES, ...options }
  return ctx.admission.passwords.run(from, () => hashWith('argon2id', parameters))
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
