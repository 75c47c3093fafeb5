import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

export const PASSKEY_CHALLENGE_LASTS = 5 * MINUTE

/** Creates a challenge that only `holder` can answer: a session, or the browser that has the token in a cookie. */
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

/** Uses up the challenge; of concurrent answers only one succeeds. @throws {AppError} expired. */
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
    throw new AppError('expired', 'This took too long, or it was already answered. Please try again.')
}
