import { withSpendingLock } from '#app/features/ai/spending/with-spending-lock.server.ts'
import { findChatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { costOfReply, type Metered } from '#app/features/ai/spending/price-table.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatOutcome } from '#app/platform/db/schema/chat.ts'
import type { ChatLink, ChatSource } from '#app/features/chat/chat-events.ts'
import { storedSources } from '#app/features/chat/grounding/sources.server.ts'
import { countCitations } from '#app/features/knowledge/items/count-citations.server.ts'
import { noteQuestion } from '#app/features/knowledge/unanswered/note-question.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import { settleWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

export type MadeReply = Metered & {
  text: string
  outcome: Exclude<ChatOutcome, 'pending'>
  links: readonly ChatLink[]
  sources: readonly ChatSource[]
  /** The items that `sources` are of, each once. */
  citedItems: readonly string[]
  /** Neither the knowledge base nor the assistant could tell. */
  isUnanswered: boolean
  failure: string | null
}

/** A reply of which nothing has come. */
export const emptyReply: MadeReply = {
  text: '',
  outcome: 'failed',
  links: [],
  sources: [],
  citedItems: [],
  isUnanswered: false,
  by: null,
  usage: null,
  characters: { input: 0, output: 0 },
  failure: null,
}

/** Stores what came of a reply, puts its cost in the place of what was set aside, and tells the owner of a near cap. */
export async function settleReply(ctx: Ctx, turn: BegunTurn, reply: MadeReply): Promise<void> {
  const limits = await findChatLimits(ctx)
  const { tokens, cost } = costOfReply(reply, limits)
  await withSpendingLock(ctx, async (ctx) => {
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
    await countCitations(ctx, reply.citedItems)
    if (reply.isUnanswered)
      await noteQuestion(ctx, { text: turn.turns.at(-1)?.content ?? '', conversationId: turn.conversationId })
    await ctx.signals.publish(ctx, CONVERSATION_TOPIC, turn.conversationId)
    if (reply.by === null && turn.reserved === 0) return
    await settleWithinCaps(ctx, limits, {
      reservedAt: turn.begunAt,
      reserved: turn.reserved,
      actual: cost,
      input: tokens?.input ?? 0,
      output: tokens?.output ?? 0,
    })
  })
}
