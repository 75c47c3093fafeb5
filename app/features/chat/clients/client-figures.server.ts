import { SITE_ASSISTANT } from '#app/features/chat/assistants/assistant-choices.ts'
import { findAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the name that clients read; the stored one of the site's assistant is for members. @throws {AppError} not-found */
export async function readClientName(ctx: Ctx, assistantId: string): Promise<string> {
  if (assistantId === SITE_ASSISTANT) return (await ctx.site(ctx)).siteName
  return (await findAssistant(ctx, assistantId)).name
}

/** Counts what an assistant did from one moment until before another. */
export async function readClientFigures(
  ctx: Ctx,
  assistantId: string,
  { from, until }: { from: number; until: number },
) {
  const recent = ctx.db
    .selectFrom('conversation')
    .where('assistant_id', '=', assistantId)
    .where('conversation.created_at', '>=', from)
    .where('conversation.created_at', '<', until)
  const messages = recent.innerJoin('chat_message', 'chat_message.conversation_id', 'conversation.id')
  const [conversations, replies, inquiries] = await Promise.all([
    recent.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    messages
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.count<number>(select.case().when('rating', '=', 'helpful').then(1).end()).as('helpful'),
        select.fn.count<number>(select.case().when('rating', '=', 'unhelpful').then(1).end()).as('unhelpful'),
      ])
      .where('author', '!=', 'visitor')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('lead')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('assistant_id', '=', assistantId)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where('spam_reason', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    conversations: conversations.count,
    replies: replies.count,
    helpful: replies.helpful,
    unhelpful: replies.unhelpful,
    inquiries: inquiries.count,
  }
}
