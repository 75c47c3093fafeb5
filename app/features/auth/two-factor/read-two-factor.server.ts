import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { countRecoveryCodes } from './recovery-codes.server.ts'

export type TwoFactorState = {
  enabledAt: number
  /** Recovery codes that were not used yet. */
  codesLeft: number
}

/** How two-factor sign-in stands for the owner; null while it is off. */
export async function readTwoFactor(ctx: Ctx): Promise<TwoFactorState | null> {
  const { ownerId } = requireActor(ctx)
  const row = await ctx.db
    .selectFrom('two_factor')
    .select('enabled_at')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row ? { enabledAt: row.enabled_at, codesLeft: await countRecoveryCodes(ctx, ownerId) } : null
}
