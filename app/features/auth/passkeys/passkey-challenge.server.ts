import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

export const PASSKEY_CHALLENGE_LASTS = 5 * MINUTE

/** Makes a challenge that only `holder`, a session or the token of a cookie, can answer. */
export async function createPasskeyChallenge(ctx: Ctx, holder: string): Promise<string> {
  const challenge = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('passkey_challenge')
    .where('created_at', '<=', now - PASSKEY_CHALLENGE_LASTS)
    .execute()
  await ctx.db
    .insertInto('passkey_challenge')
    .values({ id: hashToken(challenge), holder: hashToken(holder), created_at: now })
    .execute()
  return challenge
}

/** Uses the challenge up, of concurrent answers for one only. @throws {AppError} expired. */
export async function takePasskeyChallenge(
  ctx: Ctx,
  given: { challenge: string; holder: string },
): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkey_challenge')
    .where('id', '=', hashToken(given.challenge))
    .where('holder', '=', hashToken(given.holder))
    .where('created_at', '>', ctx.clock.now() - PASSKEY_CHALLENGE_LASTS)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw new AppError('expired', 'This took too long, or it was answered before. Please try again.')
}
