import type { Ctx } from '#app/platform/context.server.ts'
import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { takeRecoveryCode } from './recovery-codes.server.ts'
import { stepOfCode } from './totp.server.ts'

export const WRONG_CODE =
  'This code is not right, or it was used before. Please take the one that is shown now.'

export type SecondFactor = 'totp' | 'recovery'

/** The name under which an account's TOTP key is sealed; it cannot be opened for another account. */
export function keyRow(ownerId: string): string {
  return `two_factor:${ownerId}`
}

/** Sealed anew when APP_SECRET changes. */
export const sealedTwoFactorKeys: SealedColumn = {
  table: 'two_factor',
  key: 'owner_id',
  column: 'sealed',
  rowOf: keyRow,
}

export async function isTwoFactorOn(ctx: Ctx, ownerId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a code of the app or a recovery code, of concurrent requests in one only; null when it is wrong or was used before. */
export async function takeSecondFactor(
  ctx: Ctx,
  ownerId: string,
  typed: string,
): Promise<SecondFactor | null> {
  const code = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) return (await takeTotpCode(ctx, ownerId, code)) ? 'totp' : null
  return (await takeRecoveryCode(ctx, ownerId, code)) ? 'recovery' : null
}

async function takeTotpCode(ctx: Ctx, ownerId: string, code: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('sealed')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) return false
  const step = stepOfCode(openKey(ctx, ownerId, row.sealed), code, ctx.clock.now())
  if (step === null) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('owner_id', '=', ownerId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function openKey(ctx: Ctx, ownerId: string, sealed: string): string {
  try {
    return ctx.vault.open(keyRow(ownerId), sealed)
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
