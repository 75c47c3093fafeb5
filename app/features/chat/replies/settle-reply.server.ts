import { costOfReply, type Metered } from '#app/features/ai/spending/price-table.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import { settleWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import type { ChatLink, ChatSource, Handover } from '#app/features/chat/chat-events.ts'
import { storedSources } from '#app/features/chat/grounding/sources.server.ts'
import { requestHandover } from '#app/features/chat/handover/handover.server.ts'
import { chatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { countCitations } from '#app/features/knowledge/items/citations.server.ts'
import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'
import { noteQuestion } from '#app/features/knowledge/unanswered/note-question.server.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatOutcome } from '#app/platform/db/schema/chat.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { lockConversation } from './pending-replies.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

export type MadeReply = Metered & {
  text: string
  outcome: Exclude<ChatOutcome, 'pending'>
  links: readonly ChatLink[]
  sources: readonly ChatSource[]
  cited: readonly FoundPassage[]
  /** The passages found for the question, best first. */
  found: readonly FoundPassage[]
  /** The question, if neither the knowledge base nor the assistant could answer it. */
  unanswered: string | null
  /** Whether the assistant understood that the visitor asks for a person. */
  wantsPerson: boolean
  failure: string | null
}

export const emptyReply: MadeReply = {
  text: '',
  outcome: 'failed',
  links: [],
  sources: [],
  cited: [],
  found: [],
  unanswered: null,
  wantsPerson: false,
  by: null,
  usage: null,
  earlier: [],
  characters: { input: 0, output: 0 },
  failure: null,
}

/**
 * Stores a finished reply and replaces its reservation with its cost.
 * @returns what a visitor who asks for a person can expect.
 */
export async function settleReply(ctx: Ctx, turn: BegunTurn, reply: MadeReply): Promise<Handover | null> {
  const { conversationId, clientAddress, begunAt: reservedAt, reserved } = turn
  const limits = await chatLimits.read(ctx)
  const { tokens, cost } = costOfReply(reply, limits, reservedAt)
  return withQueuedTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, conversationId)
    await ctx.db
      .updateTable('chat_message')
      .set({
        text: reply.text,
        search: foldForSearch(reply.text),
        outcome: reply.outcome,
        finished_at: ctx.clock.now(),
        links: reply.links.length > 0 ? JSON.stringify(reply.links) : null,
        sources: storedSources(reply.sources),
        subject: null,
        provider: reply.by?.provider ?? null,
        model: reply.by?.model ?? null,
        input_tokens: tokens?.input ?? null,
        output_tokens: tokens?.output ?? null,
        cost_micros: cost,
        failure: reply.failure,
      })
      .where('id', '=', turn.replyId)
      .where('outcome', '=', 'pending')
      .execute()
    // Always in the same order, so that two instances that cite the same items cannot deadlock.
    const citedItems = new Set(reply.cited.map(({ itemId }) => itemId))
    for (const id of [...citedItems].toSorted()) await countCitations(ctx, [id])
    if (reply.unanswered !== null) await noteQuestion(ctx, { text: reply.unanswered, conversationId })
    const handover = reply.wantsPerson ? await requestHandover(ctx, { conversationId, clientAddress }) : null
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, conversationId)
    if (reply.by !== null || reserved > 0)
      await settleWithinCaps(ctx, limits, { reservedAt, reserved, actual: cost, tokens })
    return handover
  })
}
