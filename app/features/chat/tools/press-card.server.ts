import { readAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { getOwnConversation } from '#app/features/chat/replies/conversation-token.server.ts'
import { linkLead } from '#app/features/chat/replies/leave-inquiry.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { CardSending, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { findOfferedTools } from './chat-tools.server.ts'
import { cardTexts } from './card-texts.ts'

/** After this time, a press whose process crashed can be retried. */
const LEFT_AFTER = MINUTE

type Pressing = {
  id: string
  cardId: string
  token: string | null
  sending: Omit<CardSending, 'conversationId'>
}

/**
 * Does what a card proposed, once, however often its button is pressed.
 * @throws {AppError} not-found; conflict during another press; errors of the action. @throws {FieldErrors}
 */
export async function pressCard(
  ctx: Ctx,
  { id, cardId, token, sending }: Pressing,
): Promise<{ done: string }> {
  await getOwnConversation(ctx, id, token)
  const [{ errors }, texts] = await Promise.all([wordedTexts(ctx, chatTexts), wordedTexts(ctx, cardTexts)])
  const card = await findCard(ctx, id, cardId)
  if (!card) throw new AppError('not-found', errors.notFound)
  if (card.done !== null) return { done: card.done }
  const { tools } = await findOfferedTools(ctx, await readAssistant(ctx))
  const tool = tools.find(({ name }) => name === card.name)
  if (!tool || !('press' in tool)) throw new AppError('invalid', texts.notOffered)
  const pressedAt = ctx.clock.now()
  if (!(await claim(ctx, cardId, pressedAt))) {
    const now = await findCard(ctx, id, cardId)
    if (now?.done) return { done: now.done }
    throw new AppError('conflict', texts.underWay, { retryAfter: 1 })
  }
  try {
    const { done, leadId } = await tool.press(ctx, JSON.parse(card.input), { ...sending, conversationId: id })
    await withTransaction(ctx, async (ctx) => {
      await ctx.db.updateTable('chat_tool_call').set({ done }).where('id', '=', cardId).execute()
      if (await isOfConversation(ctx, leadId, id)) await linkLead(ctx, id, leadId)
    })
    return { done }
  } catch (error) {
    const mine = ctx.db.updateTable('chat_tool_call').set({ pressed_at: null }).where('id', '=', cardId)
    await mine.where('pressed_at', '=', pressedAt).where('done', 'is', null).execute()
    throw error
  }
}

/** The press may have found an existing record, such as another guest's meeting, whose lead is not this visitor's. */
async function isOfConversation(ctx: Ctx, leadId: string, conversationId: string): Promise<boolean> {
  const lead = await ctx.db
    .selectFrom('lead')
    .select('id')
    .where('id', '=', leadId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return lead !== undefined
}

async function findCard(ctx: Ctx, conversationId: string, id: string) {
  return ctx.db
    .selectFrom('chat_tool_call')
    .select(['name', 'input', 'done'])
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('card', 'is not', null)
    .executeTakeFirst()
}

async function claim(ctx: Ctx, id: string, now: number): Promise<boolean> {
  const claimed = await ctx.db
    .updateTable('chat_tool_call')
    .set({ pressed_at: now })
    .where('id', '=', id)
    .where('done', 'is', null)
    .where((where) =>
      where.or([where('pressed_at', 'is', null), where('pressed_at', '<=', now - LEFT_AFTER)]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}
