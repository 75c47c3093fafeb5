import type { Speaker } from '#app/features/chat/chat-events.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { conversationNotFound } from './conversation-not-found.ts'

/** Sets who answers and tells whoever follows. @throws {AppError} not-found */
export async function changeSpeaker(ctx: Ctx, id: string, speaker: Speaker): Promise<void> {
  const changed = await ctx.db
    .updateTable('conversation')
    .set({ speaker })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw conversationNotFound()
  await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
}
