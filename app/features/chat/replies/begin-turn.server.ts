import { withSpendingLock } from '#app/features/ai/spending/with-spending-lock.server.ts'
import { aiMessages } from '#app/features/ai/messages.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import type { ChatLimits } from '#app/features/chat/limits/chat-limits-schema.ts'
import { reserveMoney } from '#app/features/ai/spending/ledger.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { VisitorHints } from '#app/platform/events.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAddress } from '#app/platform/throttle.server.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'

import { countStreams, listPendingReplies } from './pending-replies.server.ts'
import { emptyMessage, listTurns, storeMessage } from './stored-messages.server.ts'
import { getOwnConversation, newToken } from './visitor-proof.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

const { errors: texts } = chatMessages[defaultLocale]

export type Asked = {
  conversationId: string | null
  /** Null: another reply to the last message. */
  message: string | null
  token: string | null
  clientAddress: string
  /** The page it was asked on. */
  page: string | null
  /** For the figures. */
  visitor?: VisitorHints | null
}

export type BegunTurn = {
  conversationId: string
  /** Given to the visitor once, when the conversation is new. */
  token: string | null
  replyId: string
  turns: Turn[]
  begunAt: number
  /** Millionths of a dollar. */
  reserved: number
}

/** A message to the owner, who took the conversation over: no reply is made to it. */
export type LeftMessage = Pick<BegunTurn, 'conversationId' | 'token'> & { replyId: null }

/**
 * Stores the visitor's message and a pending reply, within every limit, before any provider is called; while the owner
 * speaks, the message alone.
 * @param estimate what the reply to these turns costs at most, in millionths of a dollar.
 * @throws {AppError} not-found, conflict while a reply is under way, too-many or unavailable past a limit.
 * @throws {CapReached}
 */
export async function beginTurn(
  ctx: Ctx,
  asked: Asked,
  limits: ChatLimits,
  estimate: (turns: readonly Turn[]) => number,
): Promise<BegunTurn | LeftMessage> {
  return withSpendingLock(ctx, async (ctx) => {
    // Limits are counted and money is set aside one message at a time, over all instances.
    const { conversation, token } = await findOrStart(ctx, asked)
    const isLeft = conversation.speaker === 'owner'
    await keepPace(ctx, asked, limits)
    if (!isLeft) {
      await refuseWhileUnderWay(ctx, conversation.id)
      await keepLimits(ctx, asked, limits, conversation.turns)
    }
    if (asked.message !== null)
      await storeMessage(ctx, {
        conversation_id: conversation.id,
        author: 'visitor',
        text: asked.message,
        page: asked.page,
      })
    const begunAt = ctx.clock.now()
    await ctx.db
      .updateTable('conversation')
      .set({ updated_at: begunAt, turns: conversation.turns + 1 })
      .where('id', '=', conversation.id)
      .execute()
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, conversation.id)
    if (isLeft) return { conversationId: conversation.id, token, replyId: null }
    const turns = await listTurns(ctx, conversation.id)
    if (turns.length === 0) throw new AppError('conflict', texts.nothingToRetry)
    const reserved = estimate(turns)
    if (reserved > 0) await reserveMoney(ctx, limits, reserved)
    const replyId = newId()
    await ctx.db
      .insertInto('chat_message')
      .values({
        ...emptyMessage(conversation.id, begunAt),
        id: replyId,
        author: 'assistant',
        outcome: 'pending',
        subject: subjectOf(ctx, asked.clientAddress),
        cost_micros: reserved,
      })
      .execute()
    return { conversationId: conversation.id, token, replyId, turns, begunAt, reserved }
  })
}

async function findOrStart(ctx: Ctx, asked: Asked) {
  if (asked.conversationId !== null) {
    const conversation = await getOwnConversation(ctx, asked.conversationId, asked.token)
    return { conversation, token: null }
  }
  const { token, hash } = newToken()
  const now = ctx.clock.now()
  const conversation = { id: newId(), turns: 0, speaker: 'assistant' as const }
  await ctx.db
    .insertInto('conversation')
    .values({
      ...conversation,
      created_at: now,
      updated_at: now,
      token_hash: hash,
      page: asked.page,
      marked: 0,
      lead_id: null,
    })
    .execute()
  await ctx.recordEvent(ctx, {
    kind: 'chat',
    visitor: asked.visitor ?? null,
    page: asked.page,
  })
  return { conversation, token }
}

async function refuseWhileUnderWay(ctx: Ctx, conversationId: string): Promise<void> {
  const pending = await listPendingReplies(ctx, conversationId)
  if (pending.length > 0) throw new AppError('conflict', texts.underWay)
}

async function keepPace(ctx: Ctx, asked: Asked, limits: ChatLimits): Promise<void> {
  const rule = { name: 'chat-address', limit: limits.messagesPerMinute, windowMs: MINUTE }
  await countAddress(ctx, rule, asked.clientAddress)
}

/** What bounds the assistant's work. */
async function keepLimits(ctx: Ctx, asked: Asked, limits: ChatLimits, turns: number): Promise<void> {
  if (!ctx.limits) return
  if (turns >= limits.messagesPerConversation) throw new AppError('too-many', texts.tooManyTurns)
  const streams = await countStreams(ctx, subjectOf(ctx, asked.clientAddress))
  if (streams.ofSubject >= limits.streamsPerAddress) throw new AppError('too-many', texts.tooManyStreams)
  if (streams.inAll >= limits.streamsInAll)
    throw new AppError('unavailable', aiMessages[defaultLocale].busy, { retryAfter: 10 })
}

/** Streams are counted by address without the address being stored. */
function subjectOf(ctx: Ctx, clientAddress: string): string {
  return ctx.signer.sign('chat-streams', clientAddress)
}
