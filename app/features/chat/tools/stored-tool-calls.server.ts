import type { Ctx } from '#app/platform/context.server.ts'
import type { ChatToolCallTable } from '#app/platform/db/schema/chat.ts'
import { newId } from '#app/platform/ids.server.ts'

/** In characters of JSON. */
const LONGEST_INPUT = 8000

type Called = Pick<ChatToolCallTable, 'name' | 'outcome' | 'result'> & { input: unknown }

/** Keeps a call with its reply; if the conversation was deleted meanwhile there is nothing to keep. */
export async function storeToolCall(
  ctx: Ctx,
  { conversationId, replyId }: { conversationId: string; replyId: string },
  { name, input, outcome, result }: Called,
): Promise<void> {
  const json = JSON.stringify(input ?? null)
  try {
    await ctx.db
      .insertInto('chat_tool_call')
      .values({
        id: newId(),
        conversation_id: conversationId,
        message_id: replyId,
        created_at: ctx.clock.now(),
        // The name comes from the model, as the input does.
        name: readable(name).slice(0, 100),
        input: json.length > LONGEST_INPUT ? '"Too long to be kept"' : readable(json),
        outcome,
        result: readable(result),
        card: null,
        pressed_at: null,
        done: null,
      })
      .execute()
  } catch (error) {
    ctx.log.warn({ error, replyId }, 'chat.tool_call_not_stored')
  }
}

/** PostgreSQL stores no NUL. */
function readable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
