import { randomBytes } from 'node:crypto'

import type { Ctx } from '#app/platform/context.server.ts'

import { hashToken } from '../secret-token.server.ts'

const CODES = 10
const BITS = 120
/** Without 0, 1, I and O, which are easily confused: 32 letters of five bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Replaces the codes and returns ten new ones. They have 120 random bits, so a plain hash is enough to store (ASVS 5.0, 6.5.2). */
export async function replaceRecoveryCodes(ctx: Ctx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await ctx.db.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  await ctx.db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ code_hash: hashCode(code), member_id: memberId, used_at: null })))
    .execute()
  return codes
}

/** Uses up a code; returns false if it is unknown or used. Ignores hyphens, spaces and case. */
export async function takeRecoveryCode(ctx: Ctx, memberId: string, typed: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_code')
    .set({ used_at: ctx.clock.now() })
    .where('code_hash', '=', hashCode(typed))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(ctx: Ctx, memberId: string): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

function newCode(): string {
  const letters = [...randomBytes(BITS / 5)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

function hashCode(typed: string): string {
  return hashToken(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
}
