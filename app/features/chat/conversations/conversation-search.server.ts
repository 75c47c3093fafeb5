import { sql } from 'kysely'

import { MOST_COUNTED } from '#app/lib/paging.ts'
import { holdsEveryWord } from '#app/platform/db/like.server.ts'
import { holdMoreThan, readSearchedWords } from '#app/platform/db/text-index.server.ts'
import { isOfLanguage } from '#app/platform/lists/languages-of-list.server.ts'
import { type Condition, defineList, down, every } from '#app/platform/lists/define-list.server.ts'

import type { ConversationListQuery } from './conversation-list-query.ts'

export const CONVERSATIONS_PER_PAGE = 25
/** Messages that the index finds and reads, with their conversations, in 15 ms. */
const MOST_INDEXED = 10_000
/** The limit if their texts are compared too. */
const MOST_COMPARED = 2000
/** Comparing the texts or outcomes of 10,000 conversations for a count would take 50 ms, on either engine. */
const MOST_FOUND = 1000

export const conversationList = defineList({
  table: 'conversation',
  keys: ['id', 'updated_at'],
  orders: {
    active: [down('updated_at'), down('id')],
    // By creation, which never changes, so that reading page by page misses no conversation.
    newest: [down('id')],
  },
  perPage: CONVERSATIONS_PER_PAGE,
  // With ten messages each, they take 2 to 5 ms.
  rowsAScan: 400,
  /** Finds messages with the index of migration 0032. On SQLite it scans if all words are short or many match. */
  async find(ctx, query: ConversationListQuery) {
    const { q, outcome, rating, speaker, isWaiting, isMarked, language, assistant } = query
    const { indexed, short, isEmbedded } = readSearchedWords(ctx, q)
    const most = short === '' ? MOST_INDEXED : MOST_COMPARED
    const isIndexed = indexed !== null && !(await holdMoreThan(ctx, 'message_index', indexed, most))
    const isSelective = q !== '' || outcome !== null || rating !== null
    return {
      from: sql`conversation`,
      shown: every([
        speaker && sql`speaker = ${speaker}`,
        isWaiting && sql`waiting_since is not null`,
        isMarked && sql`marked = 1`,
        assistant !== undefined && sql`conversation.assistant_id = ${assistant}`,
        language !== undefined && (await isOfLanguage(ctx, 'conversation', language)),
      ]),
      matches: every([
        outcome && hasMessage(sql`author = 'assistant' and outcome = ${outcome}`),
        rating &&
          hasMessage(
            rating === 'comment'
              ? sql`rating is not null and rating_comment is not null`
              : sql`rating is not null and rating = ${rating}`,
          ),
        isIndexed ? hasIndexed(indexed, short) : q !== '' && hasMessage(holdsEveryWord('search', q)),
      ]),
      isScan: !isIndexed && isEmbedded && isSelective,
      mostCounted: !isIndexed && isSelective ? MOST_FOUND : MOST_COUNTED,
    }
  },
})

function hasMessage(condition: Condition): Condition {
  return sql`exists (select 1 from chat_message where conversation_id = conversation.id and ${condition})`
}

function hasIndexed(indexed: string, short: string): Condition {
  const texts = sql`join chat_message on chat_message.id = message_entry.id and ${holdsEveryWord('chat_message.search', short)}`
  return sql`conversation.id in (select message_entry.conversation_id from message_index
    join message_entry on number = message_index.rowid ${short === '' ? sql`` : texts}
    where message_index match ${indexed})`
}
