import type { ChatHistory, HistoryMessage } from '#app/features/chat/chat-events.ts'
import { describeHandover } from '#app/features/chat/handover/handover.server.ts'
import { closePrivateFiles, readSources } from '#app/features/chat/grounding/sources.server.ts'
import { findCards } from '#app/features/chat/tools/stored-tool-calls.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatMessageTable, ChatOutcome } from '#app/platform/db/schema/chat.ts'

import { readLinks, withoutSuperseded } from './stored-messages.server.ts'
import { pendingSince } from './pending-replies.server.ts'
import { getOwnConversation } from './conversation-token.server.ts'

export async function readConversation(
  ctx: Ctx,
  { id, token }: { id: string; token: string | null },
): Promise<ChatHistory> {
  const { speaker, waiting_since: waitingSince } = await getOwnConversation(ctx, id, token)
  const all = await ctx.db
    .selectFrom('chat_message')
    .select(['id', 'author', 'outcome', 'text', 'created_at', 'links', 'sources'])
    .select(['rating', 'rating_comment'])
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  const since = pendingSince(ctx.clock.now())
  const isInFlight = (row: (typeof all)[number]) => row.outcome === 'pending' && row.created_at > since
  // A reply is empty if the owner took over before its first word.
  const isEmpty = (row: (typeof all)[number]) =>
    row.outcome === 'cut' && row.text === '' && (speaker === 'owner' || row !== all.at(-1))
  const cards = await findCards(ctx, id)
  const messages = withoutSuperseded(all)
    .filter((row) => !isInFlight(row) && !isEmpty(row))
    .map((row) => ({
      id: row.id,
      author: row.author,
      text: row.text,
      at: row.created_at,
      end: row.author === 'assistant' ? endOf(row.outcome) : null,
      links: readLinks(row.links),
      sources: readSources(row.sources),
      rating: ratingOf(row),
      ...(cards.has(row.id) && { cards: cards.get(row.id) }),
    }))
  const shown = await closePrivateFiles(ctx, messages)
  const underWay = speaker === 'assistant' ? all.find(isInFlight) : undefined
  const isWaiting = waitingSince !== null && speaker === 'assistant'
  return {
    id,
    messages: shown,
    speaker,
    replyUnderWay: underWay !== undefined,
    replyId: underWay?.id ?? null,
    handover: isWaiting ? await describeHandover(ctx) : null,
  }
}

function ratingOf({ rating, rating_comment: comment }: Pick<ChatMessageTable, 'rating' | 'rating_comment'>) {
  return rating && { rating, comment: comment === null ? '' : comment }
}

/** A pending reply that is not in flight was left by a crashed process. */
function endOf(outcome: ChatOutcome): HistoryMessage['end'] {
  if (outcome === 'pending') return 'cut'
  return outcome === 'withheld' ? 'failed' : outcome
}
