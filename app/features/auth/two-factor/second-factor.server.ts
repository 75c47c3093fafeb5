import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { takeRecoveryCode } from './recovery-codes.server.ts'
import { stepOfCode } from './totp.server.ts'

export const WRONG_CODE = 'This code is wrong or was already used. Please enter the one that is shown now.'

export type SecondFactor = 'totp' | 'recovery'

/** Returns the name under which an account's TOTP key is sealed; it cannot be opened for another account. */
export function keyRow(memberId: string): string {
  return `two_factor:${memberId}`
}

/** Registered for sealing again when APP_SECRET changes. */
export const sealedTwoFactorKeys: SealedColumn = {
  table: 'two_factor',
  key: 'member_id',
  column: 'sealed',
  rowOf: keyRow,
}

export async function isTwoFactorOn(ctx: Ctx, memberId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a code of the app or a recovery code, in one of concurrent requests only. Returns null if it is wrong or was used before. */
export async function takeSecondFactor(
  ctx: Ctx,
  memberId: string,
  typed: string,
): Promise<SecondFactor | null> {
  const code = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) return (await takeTotpCode(ctx, memberId, code)) ? 'totp' : null
  return (await takeRecoveryCode(ctx, memberId, code)) ? 'recovery' : null
}

async function takeTotpCode(ctx: Ctx, memberId: string, code: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('sealed')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return false
  const step = await stepOfCode(openKey(ctx, memberId, row.sealed), code, ctx.clock.now())
  if (step === null) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function openKey(ctx: Ctx, memberId: string, sealed: string): string {
  try {
    return ctx.vault.open(keyRow(memberId), sealed)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    ctx.log.error({ error }, 'two_factor.key_unreadable')
    throw new AppError(
      'unavailable',
      'The codes of your app cannot be checked because APP_SECRET has changed. Use a recovery code, or run npm run owner:reset -- --two-factor on the server.',
      { cause: error },
    )
  }
}
