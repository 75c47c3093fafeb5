import { z } from 'zod'

import { MAX_COMMENT_LENGTH } from '#app/features/chat/chat-events.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { fill } from '#app/lib/messages.ts'
import { readableText } from '#app/lib/readable-text.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { countAddress } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { getOwnConversation } from './conversation-token.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

const pace = { name: 'chat-ratings', limit: 30, windowMs: MINUTE }

/** Null removes the rating with its comment. */
const schema = z.strictObject({
  replyId: z.uuid(),
  rating: z.enum(['helpful', 'unhelpful']).nullable(),
  comment: z.string(),
})

type Rating = { id: string; token: string | null; clientAddress: string; body: unknown }

/** Stores a visitor's rating of a reply and replaces an earlier one. @throws {FieldErrors} {AppError} */
export async function rateReply(ctx: Ctx, { id, token, clientAddress, body }: Rating): Promise<void> {
  const { errors: texts } = await wordedTexts(ctx, chatTexts)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', texts.unreadableRating)
  const { replyId, rating } = parsed.data
  const comment = parseComment(parsed.data.comment, texts)
  await withTransaction(ctx, async (ctx) => {
    await countAddress(ctx, pace, clientAddress)
    await getOwnConversation(ctx, id, token)
    const rated = await ctx.db
      .updateTable('chat_message')
      .set({
        rating,
        rating_comment: rating === null || comment === '' ? null : comment,
        rated_at: rating === null ? null : ctx.clock.now(),
      })
      .where('id', '=', replyId)
      .where('conversation_id', '=', id)
      .where('author', '=', 'assistant')
      .where('outcome', 'in', ['whole', 'cut', 'stopped', 'demo'])
      .returning('id')
      .executeTakeFirst()
    if (!rated) throw new AppError('not-found', texts.notRated)
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
  })
}

function parseComment(typed: string, texts: { tooLong: string; unreadable: string }): string {
  // The length is checked before normalisation, which can change it.
  if (typed.length > MAX_COMMENT_LENGTH)
    throw new FieldErrors({ comment: fill(texts.tooLong, { max: MAX_COMMENT_LENGTH.toLocaleString('en') }) })
  const comment = readableText(typed)?.trim()
  if (comment === undefined) throw new FieldErrors({ comment: texts.unreadable })
  return comment
}
