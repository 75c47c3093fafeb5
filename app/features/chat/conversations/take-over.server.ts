import { withSpendingLock } from '#app/features/ai/spending/with-spending-lock.server.ts'
import { listPendingReplies } from '#app/features/chat/replies/list-pending-replies.server.ts'
import { stopInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changeSpeaker } from './change-speaker.server.ts'
import { conversationSubject } from './conversation-subject.ts'

/** The owner speaks from here on; a reply under way is stopped, and what came of it kept. @throws {AppError} not-found */
export async function takeOver(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withSpendingLock(ctx, async (ctx) => {
    // Under the lock of the visitor's messages: the next of them finds the owner speaking.
    await changeSpeaker(ctx, id, 'owner')
    for (const replyId of await listPendingReplies(ctx, id)) await stopInFlight(ctx, replyId, 'owner')
    await recordChange(ctx, { what: 'conversation.taken_over', subject: conversationSubject(id) })
  })
}
