import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatMessageTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

type Written = Pick<ChatMessageTable, 'conversation_id' | 'text' | 'page'> & { author: 'visitor' | 'owner' }

/** Stores what a person wrote. */
export async function storeMessage(ctx: Ctx, written: Written): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('chat_message')
    .values({
      ...emptyMessage(written.conversation_id, now),
      ...written,
      id: newId(),
      finished_at: now,
      outcome: 'whole',
      search: foldForSearch(written.text),
    })
    .execute()
}

export function emptyMessage(conversationId: string, at: number) {
  return {
    conversation_id: conversationId,
    created_at: at,
    finished_at: null,
    text: '',
    search: '',
    page: null,
    links: null,
    sources: null,
    subject: null,
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_micros: 0,
    failure: null,
  }
}
