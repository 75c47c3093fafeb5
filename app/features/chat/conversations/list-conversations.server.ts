import { type ExpressionBuilder, type NotNull, sql } from 'kysely'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { inOrderOf } from '#app/platform/lists/bounded-page.server.ts'
import { assistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'
import { conversationList } from './conversation-search.server.ts'

const EXCERPT = 140

export async function listConversations(ctx: Ctx, query: ConversationListQuery) {
  requireActor(ctx, 'conversations.read')
  const { ids, ...page } = await conversationList.page(ctx, query, 'active')
  const conversations = await summaries(ctx, ids)
    .select((select) => {
      const hits = messagesOf(select).select(excerpt.as('excerpt')).orderBy('id', 'desc').limit(1)
      const isHit = query.q ? holdsEveryWord('search', query.q) : sql<boolean>`1 = 0`
      return hits.where(isHit).as('found')
    })
    .execute()
  return { conversations: inOrderOf(ids, conversations), ...page }
}

type Next = {
  order: 'active' | 'newest'
  after: { id: string; updated_at: number } | undefined
  limit: number
}

/** Returns the matching conversations that follow `after`, for programs that read the whole list. */
export async function listConversationsForExport(
  ctx: Ctx,
  query: ConversationListQuery,
  { order, after, limit }: Next,
) {
  requireActor(ctx, 'conversations.read')
  return readConversationRecords(ctx, await conversationList.next(ctx, query, order, { after, limit }))
}

export async function readConversationRecords(ctx: Ctx, ids: readonly string[]) {
  const conversations = await summaries(ctx, ids)
    .select(['created_at', 'lead_id'])
    .select((select) => [
      messagesOf(select)
        .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('input_tokens'), sql<number>`0`).as('n'))
        .as('inputTokens'),
      messagesOf(select)
        .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('output_tokens'), sql<number>`0`).as('n'))
        .as('outputTokens'),
    ])
    .execute()
  return inOrderOf(ids, conversations)
}

function summaries(ctx: Ctx, ids: readonly string[]) {
  return (
    ctx.db
      .selectFrom('conversation')
      // PostgreSQL does not accept an empty list.
      .where((where) => (ids.length > 0 ? where('id', 'in', ids) : where.lit(false)))
      .select(['id', 'updated_at', 'page', 'speaker', 'turns', 'marked', 'waiting_since', 'language'])
      .select(assistantName('conversation'))
      .select((select) => [
        ratedSo(select, 'helpful').as('helpful'),
        ratedSo(select, 'unhelpful').as('unhelpful'),
        messagesOf(select)
          .where('author', '=', 'visitor')
          .select(excerpt.as('excerpt'))
          .orderBy('id')
          .limit(1)
          .as('opening'),
        messagesOf(select)
          .where('author', '=', 'assistant')
          .select('outcome')
          .orderBy('id', 'desc')
          .limit(1)
          .as('outcome'),
        messagesOf(select)
          .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('cost_micros'), sql<number>`0`).as('n'))
          .as('costMicros'),
      ])
      .$narrowType<{ costMicros: NotNull; helpful: NotNull; unhelpful: NotNull }>()
  )
}

type InConversation = ExpressionBuilder<Database, 'conversation'>

function messagesOf(select: InConversation) {
  return select.selectFrom('chat_message').whereRef('chat_message.conversation_id', '=', 'conversation.id')
}

function ratedSo(select: InConversation, rating: 'helpful' | 'unhelpful') {
  const rated = messagesOf(select).where('rating', '=', rating)
  return rated.select((count) => count.fn.countAll<number>().as('n'))
}

const RATED_DAYS = 30

/** Counts ratings of the last 30 days, and conversations that wait for a person. */
export async function readConversationFigures(ctx: Ctx) {
  requireActor(ctx, 'conversations.read')
  const ratings = await ctx.db
    .selectFrom('chat_message')
    .select((select) => [
      select.fn.count<number>(select.case().when('rating', '=', 'helpful').then(1).end()).as('helpful'),
      select.fn.count<number>(select.case().when('rating', '=', 'unhelpful').then(1).end()).as('unhelpful'),
    ])
    .where('rating', 'is not', null)
    .where('rated_at', '>', ctx.clock.now() - RATED_DAYS * DAY)
    .executeTakeFirstOrThrow()
  const { waiting } = await ctx.db
    .selectFrom('conversation')
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return { days: RATED_DAYS, ...ratings, waiting }
}

const excerpt = sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`
