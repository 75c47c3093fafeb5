import { type ExpressionBuilder, type NotNull, sql, type SqlBool } from 'kysely'

import { pageOf } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { ROWS_A_SLICE } from '#app/platform/http/csv-download.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'

export const CONVERSATIONS_PER_PAGE = 25
const EXCERPT = 140

/** One page of the conversations that match, newest first, with their total. */
export async function listConversations(ctx: Ctx, query: ConversationListQuery) {
  requireActor(ctx)
  const { total } = await matching(ctx, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { page, pages, offset } = pageOf(total, CONVERSATIONS_PER_PAGE, query.page)
  const conversations = await summaries(ctx, query)
    .select((select) => found(select, query.q).as('found'))
    .limit(CONVERSATIONS_PER_PAGE)
    .offset(offset)
    .execute()
  return { conversations, total, page, pages }
}

type Listed = { id: string; updated_at: number }

/** The next conversations that match, for an export, in the order of the list. */
export async function listConversationsForExport(ctx: Ctx, query: ConversationListQuery, after?: Listed) {
  requireActor(ctx)
  const conversations = summaries(ctx, query).limit(ROWS_A_SLICE)
  return (after ? conversations.where(isOlder(after)) : conversations)
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
}

function isOlder({ updated_at, id }: Listed) {
  return sql<SqlBool>`(updated_at, id) < (${updated_at}, ${id})`
}

function summaries(ctx: Ctx, query: ConversationListQuery) {
  return matching(ctx, query)
    .select(['id', 'updated_at', 'page', 'speaker', 'turns', 'marked'])
    .select((select) => [
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
    .$narrowType<{ costMicros: NotNull }>()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
}

const excerpt = sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`

type InConversation = ExpressionBuilder<Database, 'conversation'>

function messagesOf(select: InConversation) {
  return select.selectFrom('chat_message').whereRef('chat_message.conversation_id', '=', 'conversation.id')
}

function found(select: InConversation, q: string) {
  const hits = messagesOf(select).select(excerpt.as('excerpt')).orderBy('id', 'desc').limit(1)
  return q ? hits.where(holdsEveryWord('search', q)) : hits.where(sql<boolean>`1 = 0`)
}

function matching(ctx: Ctx, { q, outcome, speaker, isMarked }: ConversationListQuery) {
  let conversations = ctx.db.selectFrom('conversation')
  if (speaker) conversations = conversations.where('speaker', '=', speaker)
  if (isMarked) conversations = conversations.where('marked', '=', 1)
  if (outcome)
    conversations = conversations.where((where) =>
      where.exists(
        messagesOf(where)
          .select('chat_message.id')
          .where('outcome', '=', outcome)
          .where('author', '=', 'assistant'),
      ),
    )
  if (q)
    conversations = conversations.where((where) =>
      where.exists(messagesOf(where).select('chat_message.id').where(holdsEveryWord('search', q))),
    )
  return conversations
}
