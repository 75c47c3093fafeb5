import type { ChatEvent, Speaker } from '#app/features/chat/chat-events.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { getOwnConversation } from './visitor-proof.server.ts'
import { countWatchers, watchConversation } from './watch-conversation.server.ts'

/**
 * On each instance. A visitor's open tabs follow, one connection each; an office shares one address. They cost no
 * provider anything, so they are bounded apart from replies.
 */
const FOLLOWERS_PER_CONVERSATION = 5
const FOLLOWERS_PER_ADDRESS = 30

export type Following = {
  id: string
  token: string | null
  /** The newest message of the owner's that the visitor has; null: none. */
  after: string | null
  clientAddress: string
}

/**
 * What the visitor of a conversation is told while the panel is open: who speaks, and what the owner writes.
 * @throws {AppError} not-found where it is not this visitor's, too-many.
 */
export async function followConversation(
  ctx: Ctx,
  { id, token, after, clientAddress }: Following,
): Promise<(leaving: AbortSignal) => AsyncIterable<ChatEvent>> {
  await getOwnConversation(ctx, id, token)
  const followers = countWatchers(ctx, id, clientAddress)
  const isFull =
    followers.ofConversation >= FOLLOWERS_PER_CONVERSATION || followers.ofAddress >= FOLLOWERS_PER_ADDRESS
  if (ctx.limits && isFull)
    throw new AppError('too-many', chatMessages[defaultLocale].errors.tooManyFollowers, { retryAfter: 30 })
  return (leaving) => tell(ctx, { id, after: after ?? '', address: clientAddress }, leaving)
}

async function* tell(
  ctx: Ctx,
  { id, after, address }: { id: string; after: string; address: string },
  leaving: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const told = new Set<string>()
  let speaker: Speaker | null = null
  for await (const _change of watchConversation(ctx, { id, address }, leaving)) {
    const found = await readNews(ctx, id, after)
    // It was deleted.
    if (!found) return
    const hasChanged = found.speaker !== speaker
    speaker = found.speaker
    if (hasChanged && speaker === 'owner') yield { type: 'speaker', speaker }
    for (const { created_at: at, ...message } of found.messages) {
      if (told.has(message.id)) continue
      told.add(message.id)
      yield { type: 'message', message: { ...message, at, end: null, links: [], sources: [] } }
    }
    if (hasChanged && speaker === 'assistant') yield { type: 'speaker', speaker }
  }
}

async function readNews(ctx: Ctx, id: string, after: string) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('speaker')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) return null
  const messages = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'author', 'text', 'created_at'])
    .where('conversation_id', '=', id)
    .where('author', '=', 'owner')
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  return { speaker: conversation.speaker, messages }
}
