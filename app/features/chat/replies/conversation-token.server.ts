import { createHash, randomBytes } from 'node:crypto'

import { chatTexts } from '#app/features/chat/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

/** Creates 256 random bits. The visitor's browser stores the token, the database only its hash. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** @throws {AppError} not-found if the conversation does not exist or is another visitor's or assistant's. */
export async function getOwnConversation(ctx: Ctx, id: string, token: string | null) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['id', 'turns', 'token_hash', 'speaker', 'waiting_since'])
    .where('id', '=', id)
    .where('assistant_id', '=', ctx.assistant.id)
    .executeTakeFirst()
  // The comparison leaks no timing: a partly equal hash reveals nothing about the token.
  if (!conversation || token === null || conversation.token_hash !== hashOf(token))
    throw new AppError('not-found', (await wordedTexts(ctx, chatTexts)).errors.notFound)
  return conversation
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
