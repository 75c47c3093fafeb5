import type { Insertable, Updateable } from 'kysely'

import { emptyMessage } from '#app/features/chat/replies/stored-messages.server.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatMessageTable, ConversationTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

let made = 0

/** Stores a conversation with its messages, by default complete ones of the visitor. Nobody holds its token. */
export async function createConversation(
  ctx: Ctx,
  messages: readonly Partial<Insertable<ChatMessageTable>>[],
  columns: Updateable<ConversationTable> = {},
): Promise<string> {
  made += 1
  const id = newId()
  const now = ctx.clock.now()
  const turns = messages.filter(({ author = 'visitor' }) => author === 'visitor').length
  await ctx.db
    .insertInto('conversation')
    .values({
      id,
      created_at: now,
      updated_at: now,
      token_hash: `hash ${made}`,
      page: '/',
      speaker: 'assistant',
      turns,
      marked: 0,
      lead_id: null,
    })
    .execute()
  if (Object.keys(columns).length > 0)
    await ctx.db.updateTable('conversation').set(columns).where('id', '=', id).execute()
  for (const message of messages) {
    const text = message.text ?? `Message ${made}`
    await ctx.db
      .insertInto('chat_message')
      .values({
        ...emptyMessage(id, now),
        id: newId(),
        author: 'visitor',
        outcome: 'whole',
        ...message,
        text,
        search: foldForSearch(text),
      })
      .execute()
  }
  return id
}
