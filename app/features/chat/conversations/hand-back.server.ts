import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { changeSpeaker } from './change-speaker.server.ts'

/** The assistant answers the visitor's next message again. @throws {AppError} not-found */
export async function handBack(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, (ctx) => changeSpeaker(ctx, id, 'assistant'))
}
