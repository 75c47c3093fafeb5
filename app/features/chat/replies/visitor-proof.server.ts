import { createHash, randomBytes } from 'node:crypto'

import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** 256 random bits: known to the visitor's browser alone, for only the hash is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/**
 * The conversation that this visitor began.
 * @throws {AppError} not-found, alike for one that is not there and for another visitor's.
 */
export async function getOwnConversation(ctx: Ctx, id: string, token: string | null) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'turns', 'token_hash', 'speaker'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Compared as hashes, whose likeness tells nothing of the tokens', so that time tells nothing either.
  if (!conversation || token === null || conversation.token_hash !== hashOf(token))
    throw new AppError('not-found', chatMessages[defaultLocale].errors.notFound)
  return conversation
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
