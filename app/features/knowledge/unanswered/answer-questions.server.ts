import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { addText } from '../items/add-text.server.ts'
import type { AddedItem } from '../items/create-item.server.ts'

/** Adds the text that answers these questions, and takes them off the list. @throws {FieldErrors} title, text. */
export async function answerQuestions(
  ctx: Ctx,
  { ids, title, text }: { ids: readonly string[]; title: string; text: string },
): Promise<AddedItem> {
  requireActor(ctx)
  return withTransaction(ctx, async (ctx) => {
    const added = await addText(ctx, { title, text })
    await dropQuestions(ctx, ids)
    return added
  })
}

/** Takes questions off the list. */
export async function dropQuestions(ctx: Ctx, ids: readonly string[]): Promise<void> {
  requireActor(ctx)
  if (ids.length > 0) await ctx.db.deleteFrom('unanswered_question').where('id', 'in', ids).execute()
}
