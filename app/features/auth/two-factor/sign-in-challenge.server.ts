import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

/** Enough to find the phone, too little to come back to tomorrow. */
export const CHALLENGE_LASTS = 5 * MINUTE

/** Remembers that the right password was given, for the browser that holds the returned token. */
export async function createChallenge(ctx: Ctx, ownerId: string): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('sign_in_challenge')
    .where('created_at', '<=', now - CHALLENGE_LASTS)
    .execute()
  await ctx.db
    .insertInto('sign_in_challenge')
    .values({ id: newId(), owner_id: ownerId, token_hash: hashToken(token), created_at: now })
    .execute()
  return token
}

/** Whose second step a token stands for, or null when it is unknown or took too long. */
export async function findChallenge(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; ownerId: string } | null> {
  const row = await ctx.db
    .selectFrom('sign_in_challenge')
    .select(['id', 'owner_id as ownerId'])
    .where('token_hash', '=', hashToken(token))
    .where('created_at', '>', ctx.clock.now() - CHALLENGE_LASTS)
    .executeTakeFirst()
  return row ?? null
}

/** False when it was ended meanwhile, by another request or by a changed password. */
export async function endChallenge(ctx: Ctx, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sign_in_challenge')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
