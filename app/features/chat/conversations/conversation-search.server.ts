import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import { MOST_COUNTED } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { type MatchingIds, scanInTurns, sliceOf, takeUpTo } from '#app/platform/db/bounded-page.server.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import type { Database } from '#app/platform/db/schema/index.ts'
import { holdMoreThan, readSearchedWords } from '#app/platform/db/text-index.server.ts'

import type { RatingFilter } from './conversation-labels.ts'
import type { ConversationListQuery } from './conversation-list-query.ts'

export type ConversationKey = { id: string; updated_at: number }

export type ConversationSearch = {
  query: ConversationListQuery
  /** The words as phrases for SQLite's index; null if every message is compared instead. */
  indexed: string | null
  /** The words that are compared without the index. */
  short: string
  /** Whether all messages have to be compared on this thread; then read with `scanConversations`. */
  isScan: boolean
  mostCounted: number
}

/** Messages that the index finds and reads, with their conversations, in 15 ms. */
const MOST_INDEXED = 10_000
/** The limit if their texts are compared too. */
const MOST_COMPARED = 2000
/** With ten messages each, they take 2 to 5 ms. */
const CONVERSATIONS_A_SCAN = 400
/** Comparing the texts or outcomes of 10,000 conversations for a count would take 50 ms, on either engine. */
const MOST_FOUND = 1000

/** Finds messages with the index of migration 0032. On SQLite it scans if all words are short or many match. */
export async function findConversations(ctx: Ctx, query: ConversationListQuery): Promise<ConversationSearch> {
  const { indexed, short, isEmbedded } = readSearchedWords(ctx, query.q)
  const most = short === '' ? MOST_INDEXED : MOST_COMPARED
  if (indexed && !(await holdMoreThan(ctx, 'message_index', indexed, most)))
    return { query, indexed, short, isScan: false, mostCounted: MOST_COUNTED }
  const isSelective = query.q !== '' || query.outcome !== null || query.rating !== null
  return {
    query,
    indexed: null,
    short: query.q,
    isScan: isEmbedded && isSelective,
    mostCounted: isSelective ? MOST_FOUND : MOST_COUNTED,
  }
}

export async function findUpTo(
  ctx: Ctx,
  search: ConversationSearch,
  most: number,
  perPage: number,
): Promise<MatchingIds> {
  if (search.isScan) return takeUpTo(most, scanConversations(ctx, search, { order: 'active' }), perPage)
  const matching = conversations(ctx, search).where((where) => matches(where, search))
  const { counted } = await ctx.db
    .selectFrom(
      matching
        .select(sql`1`.as('one'))
        .limit(most)
        .as('matching'),
    )
    .select((select) => select.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return {
    counted,
    async idsAt(offset) {
      const page = await matching
        .select('id')
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset(offset)
        .execute()
      return page.map(({ id }) => id)
    },
  }
}

/** `newest` sorts by creation, which never changes, so reading page by page misses no conversation. */
export type ConversationOrder = 'active' | 'newest'

type Next = { count: number; order: ConversationOrder; after: ConversationKey | undefined }

export async function findNext(
  ctx: Ctx,
  search: ConversationSearch,
  { count, order, after }: Next,
): Promise<ConversationKey[]> {
  if (!search.isScan)
    return inOrder(ctx, search, { order, after })
      .where((where) => matches(where, search))
      .limit(count)
      .execute()
  const found: ConversationKey[] = []
  for await (const slice of scanConversations(ctx, search, { order, after })) {
    found.push(...slice)
    if (found.length >= count) break
  }
  return found.slice(0, count)
}

type From = { order: ConversationOrder; after?: ConversationKey | undefined }

function scanConversations(ctx: Ctx, search: ConversationSearch, { order, after }: From) {
  return scanInTurns<ConversationKey & { isMatch: SqlBool }>(async (last = after) => {
    const rows = await inOrder(ctx, search, { order, after: last })
      .select((select) => matches(select, search).as('isMatch'))
      .limit(CONVERSATIONS_A_SCAN)
      .execute()
    return sliceOf(rows, CONVERSATIONS_A_SCAN)
  })
}

function inOrder(ctx: Ctx, search: ConversationSearch, { order, after }: From) {
  const keys = conversations(ctx, search).select(['id', 'updated_at'])
  if (order === 'newest') {
    const byId = keys.orderBy('id', 'desc')
    return after ? byId.where('id', '<', after.id) : byId
  }
  const byActivity = keys.orderBy('updated_at', 'desc').orderBy('id', 'desc')
  return after
    ? byActivity.where(sql<SqlBool>`(updated_at, id) < (${after.updated_at}, ${after.id})`)
    : byActivity
}

function conversations(ctx: Ctx, { query: { speaker, isMarked, isWaiting } }: ConversationSearch) {
  let all = ctx.db.selectFrom('conversation')
  if (speaker) all = all.where('speaker', '=', speaker)
  if (isWaiting) all = all.where('waiting_since', 'is not', null)
  return isMarked ? all.where('marked', '=', 1) : all
}

type InConversation = ExpressionBuilder<Database, 'conversation'>

export function messagesOf(select: InConversation) {
  return select.selectFrom('chat_message').whereRef('chat_message.conversation_id', '=', 'conversation.id')
}

function matches(where: InConversation, { query, indexed, short }: ConversationSearch) {
  const replies = messagesOf(where).select('chat_message.id').where('author', '=', 'assistant')
  return where.and([
    ...(query.outcome ? [where.exists(replies.where('outcome', '=', query.outcome))] : []),
    ...(query.rating ? [where.exists(ratedReplies(where, query.rating))] : []),
    ...(indexed ? [isIndexed(indexed, short)] : []),
    ...(!indexed && short
      ? [where.exists(messagesOf(where).select('chat_message.id').where(holdsEveryWord('search', short)))]
      : []),
  ])
}

function ratedReplies(where: InConversation, rating: RatingFilter) {
  const rated = messagesOf(where).select('chat_message.id').where('rating', 'is not', null)
  return rating === 'comment'
    ? rated.where('rating_comment', 'is not', null)
    : rated.where('rating', '=', rating)
}

function isIndexed(indexed: string, short: string) {
  const texts = sql`join chat_message on chat_message.id = message_entry.id and ${holdsEveryWord('chat_message.search', short)}`
  return sql<SqlBool>`conversation.id in (select message_entry.conversation_id from message_index
    join message_entry on number = message_index.rowid ${short === '' ? sql`` : texts}
    where message_index match ${indexed})`
}
