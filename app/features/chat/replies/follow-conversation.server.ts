import type { ChatEvent, Speaker } from '#app/features/chat/chat-events.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { getOwnConversation } from './conversation-token.server.ts'
import { countWatchers, watchConversation } from './watch-conversation.server.ts'

/** Per instance. Each open tab has one connection, and an office may share one address. */
const FOLLOWERS_PER_CONVERSATION = 5
const FOLLOWERS_PER_ADDRESS = 30

export type Following = {
  id: string
  token: string | null
  /** The id of the owner's newest message that the visitor already has. */
  after: string | null
  clientAddress: string
}

/** Streams changes of speaker and the owner's messages to an open panel. @throws {AppError} not-found, too-many */
export async function followConversation(
  ctx: Ctx,
  { id, token, after, clientAddress }: Following,
): Promise<(leaving: AbortSignal) => AsyncIterable<ChatEvent>> {
  await getOwnConversation(ctx, id, token)
  const followers = countWatchers(ctx, id, clientAddress)
  const isFull =
    followers.ofConversation >= FOLLOWERS_PER_CONVERSATION || followers.ofAddress >= FOLLOWERS_PER_ADDRESS
  if (ctx.limits && isFull)
    throw new AppError('too-many', (await wordedTexts(ctx, chatTexts)).errors.tooManyFollowers, {
      retryAfter: 30,
    })
  return (leaving) => tell(ctx, { id, after, address: clientAddress }, leaving)
}

async function* tell(
  ctx: Ctx,
  { id, after, address }: { id: string; after: string | null; address: string },
  leaving: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const told = new Set<string>()
  let speaker: Speaker | null = null
  for await (const _change of watchConversation(ctx, { id, address }, leaving)) {
    const found = await readNews(ctx, id, after)
    if (!found) return // deleted
    const hasChanged = found.speaker !== speaker
    speaker = found.speaker
    if (hasChanged && speaker === 'owner') yield { type: 'speaker', speaker }
    for (const { created_at: at, ...message } of found.messages) {
      if (told.has(message.id)) continue
      told.add(message.id)
      yield { type: 'message', message: { ...message, at, rating: null, end: null, links: [], sources: [] } }
    }
    if (hasChanged && speaker === 'assistant') yield { type: 'speaker', speaker }
  }
}

async function readNews(ctx: Ctx, id: string, after: string | null) {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select('speaker')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!conversation) return null
  const all = ctx.db
    .selectFrom('chat_message')
    .select(['id', 'author', 'text', 'created_at'])
    .where('conversation_id', '=', id)
    .where('author', '=', 'owner')
    .orderBy('id')
  const messages = await (after === null ? all : all.where('id', '>', after)).execute()
  return { speaker: conversation.speaker, messages }
}
