import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { addText } from '../items/add-item.server.ts'
import type { AddedItem } from '../items/create-item.server.ts'

import { dropQuestion } from './list-questions.server.ts'

/** Adds the text that answers a question, and takes it and those like it off the list. @throws {FieldErrors} title, text. */
export async function answerQuestion(
  ctx: Ctx,
  { id, title, text }: { id: string; title: string; text: string },
): Promise<AddedItem> {
  return withTransaction(ctx, async (ctx) => {
    const added = await addText(ctx, { title, text })
    await dropQuestion(ctx, id)
    return added
  })
}
