import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

/** How long a link to set another password may be used. */
export const RESET_LASTS = HOUR

/** Makes a link's token, of which only the hash is stored; null when a reset of that id was made before. */
export async function createReset(ctx: Ctx, ownerId: string, id: string): Promise<string | null> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('password_reset')
    .where('created_at', '<=', now - RESET_LASTS)
    .execute()
  const made = await ctx.db
    .insertInto('password_reset')
    .values({ id, owner_id: ownerId, token_hash: hashToken(token), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? token : null
}
