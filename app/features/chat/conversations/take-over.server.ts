import { withChatLock } from '#app/features/chat/limits/with-chat-lock.server.ts'
import { listPendingReplies } from '#app/features/chat/conversation/list-pending-replies.server.ts'
import { stopUnderWay } from '#app/features/chat/conversation/under-way.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changeSpeaker } from './change-speaker.server.ts'
import { conversationSubject } from './conversation-subject.ts'

/** The owner speaks from here on; a reply under way is stopped, and what came of it kept. @throws {AppError} not-found */
export async function takeOver(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withChatLock(ctx, async (ctx) => {
    // Under the lock of the visitor's messages: the next of them finds the owner speaking.
    await changeSpeaker(ctx, id, 'owner')
    for (const replyId of await listPendingReplies(ctx, id)) await stopUnderWay(ctx, replyId, 'owner')
    await recordChange(ctx, { what: 'conversation.taken_over', subject: conversationSubject(id) })
  })
}
