import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changeSpeaker } from './change-speaker.server.ts'
import { conversationSubject } from './conversation-subject.ts'

/** The assistant answers the visitor's next message again. @throws {AppError} not-found */
export async function handBack(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await changeSpeaker(ctx, id, 'assistant')
    await recordChange(ctx, { what: 'conversation.handed_back', subject: conversationSubject(id) })
  })
}
