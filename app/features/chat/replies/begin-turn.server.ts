import { aiTexts } from '#app/features/ai/messages.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { lockSpending, reserveMoney } from '#app/features/ai/spending/ledger.server.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { Handover } from '#app/features/chat/chat-events.ts'
import { asksForPerson } from '#app/features/chat/handover/asks-for-person.ts'
import { requestHandover, waitForOwner } from '#app/features/chat/handover/handover.server.ts'
import type { CheckedHost } from '#app/features/chat/embed/check-host.server.ts'
import type { ChatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { VisitorHints } from '#app/platform/events.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAddress } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { countStreams, findPendingReply, lockConversation } from './pending-replies.server.ts'
import { listTurns, storeMessage, storePendingReply } from './stored-messages.server.ts'
import { getOwnConversation, newToken } from './conversation-token.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

/** Extra turns for asking for a person once a conversation has reached its maximum length. */
const TURNS_FOR_PERSON = 5

export type Asked = {
  conversationId: string | null
  /** Null requests another reply to the last message. */
  message: string | null
  token: string | null
  clientAddress: string
  /** The browser's time zone; null if it sent none. */
  timeZone?: string | null
  page: string | null
  visitor?: VisitorHints | null
  /** The page of another site on which the assistant stands. */
  host?: CheckedHost | null
  /** The visitor pressed the button for a person, so the assistant does not reply. */
  wantsPerson?: boolean
}

export type BegunTurn = {
  conversationId: string
  /** Set only for a new conversation; the visitor's browser stores it. */
  token: string | null
  replyId: string
  /** Oldest first; the last one is the question. */
  turns: readonly Turn[]
  question: string
  page?: string | null
  begunAt: number
  clientAddress: string
  /** In millionths of a dollar. */
  reserved: number
  timeZone?: string | null
  /** Nothing of the conversation is stored. */
  isTrial?: true
}

/** A message that the assistant leaves to a member, who has taken over or for whom the visitor has asked. */
export type LeftMessage = Pick<BegunTurn, 'conversationId' | 'token'> & {
  replyId: null
  /** Set if the message asks for a person. */
  handover: Handover | null
}

/**
 * Stores the visitor's message and, unless a member speaks or is asked for, a pending reply, for which it reserves the
 * estimated cost.
 * @throws {CapReached} {AppError} not-found; conflict during another reply; too-many or unavailable past a limit.
 */
export async function beginTurn(
  ctx: Ctx,
  asked: Asked,
  limits: ChatLimits,
  estimate: (turns: readonly Turn[]) => number,
): Promise<BegunTurn | LeftMessage> {
  const { errors: texts } = await wordedTexts(ctx, chatTexts)
  return withQueuedTransaction(ctx, async (ctx) => {
    const { conversation, token } = await findOrStart(ctx, asked)
    const { id: conversationId, speaker } = conversation
    const pace = { name: 'chat-address', limit: limits.messagesPerMinute, windowMs: MINUTE }
    await countAddress(ctx, pace, asked.clientAddress)
    if (speaker === 'assistant') {
      if (await findPendingReply(ctx, conversationId)) throw new AppError('conflict', texts.underWay)
      const most = limits.messagesPerConversation + (asked.wantsPerson ? TURNS_FOR_PERSON : 0)
      if (ctx.limits && conversation.turns >= most) throw new AppError('too-many', texts.tooManyTurns)
    }
    const begunAt = await storeQuestion(ctx, asked, conversation)
    const { message, wantsPerson = false, clientAddress } = asked
    if (speaker === 'owner') {
      if (message !== null) await waitForOwner(ctx, conversationId)
      return { conversationId, token, replyId: null, handover: null }
    }
    const isAsking = wantsPerson || (message !== null && asksForPerson(message))
    const handover = isAsking ? await requestHandover(ctx, { conversationId, clientAddress }) : null
    if (handover) return { conversationId, token, replyId: null, handover }
    if (wantsPerson) throw new AppError('too-many', texts.tooManyHandovers)
    const turns = await listTurns(ctx, conversationId)
    const question = turns.at(-1)?.content
    if (question === undefined) throw new AppError('conflict', texts.nothingToRetry)
    const subject = ctx.signer.sign('chat-streams', clientAddress)
    const reserved = estimate(turns)
    // Last, because other instances wait from here until the commit.
    await lockSpending(ctx)
    await refuseTooManyStreams(ctx, { subject, limits, refusal: texts.tooManyStreams })
    if (reserved > 0) await reserveMoney(ctx, limits, reserved)
    const pending = { conversation_id: conversationId, created_at: begunAt, subject, cost_micros: reserved }
    const replyId = await storePendingReply(ctx, pending)
    return {
      conversationId,
      token,
      replyId,
      turns,
      question,
      page: asked.page,
      timeZone: asked.timeZone ?? null,
      begunAt,
      clientAddress,
      reserved,
    }
  })
}

async function findOrStart(ctx: Ctx, asked: Asked) {
  if (asked.conversationId !== null) {
    await lockConversation(ctx, asked.conversationId)
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
      page: asked.host?.page ?? asked.page,
      page_title: asked.host?.pageTitle ?? null,
      assistant_id: ctx.assistant.id,
      marked: 0,
      lead_id: null,
      language: (await ctx.site(ctx)).language,
    })
    .execute()
  await ctx.recordEvent(ctx, {
    kind: 'chat',
    visitor: asked.visitor ?? null,
    page: asked.page,
  })
  return { conversation, token }
}

async function storeQuestion(
  ctx: Ctx,
  { message: text, page, host }: Asked,
  { id, turns }: { id: string; turns: number },
): Promise<number> {
  if (text !== null)
    await storeMessage(ctx, { conversation_id: id, author: 'visitor', text, page: host?.page ?? page })
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('conversation')
    .set({
      updated_at: now,
      turns: turns + 1,
      ...(host?.visitor && { visitor_name: host.visitor.name, visitor_email: host.visitor.email }),
    })
    .where('id', '=', id)
    .execute()
  await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
  return now
}

async function refuseTooManyStreams(
  ctx: Ctx,
  { subject, limits, refusal }: { subject: string; limits: ChatLimits; refusal: string },
): Promise<void> {
  if (!ctx.limits) return
  const streams = await countStreams(ctx, subject)
  if (streams.ofSubject >= limits.streamsPerAddress) throw new AppError('too-many', refusal)
  if (streams.inAll >= limits.streamsInAll)
    throw new AppError('unavailable', (await wordedTexts(ctx, aiTexts)).busy, { retryAfter: 10 })
}
