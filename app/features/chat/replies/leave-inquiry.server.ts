import { sql } from 'kysely'

import { readAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { keepLegalTexts } from '#app/features/leads/legal-texts.server.ts'
import { recordLeadEvent } from '#app/features/leads/record-lead-event.server.ts'
import { type Sending, submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { getOwnConversation } from './conversation-token.server.ts'
import { CONVERSATION_TOPIC } from './watch-conversation.server.ts'

type Leaving = { id: string; token: string | null; sending: Sending }

/** Submits an inquiry and adds the transcript to the lead's history. @throws {FieldErrors} {AppError} */
export async function leaveInquiry(ctx: Ctx, { id, token, sending }: Leaving): Promise<void> {
  await keepLegalTexts(ctx)
  await withTransaction(ctx, async (ctx) => {
    await getOwnConversation(ctx, id, token)
    // The panel does not show the form then.
    if (!(await readAssistant(ctx)).hasInquiryForm)
      throw new AppError('not-found', (await wordedTexts(ctx, chatTexts)).errors.notFound)
    const { leadId } = await submitInquiry(ctx, { ...sending, conversationId: id })
    await linkLead(ctx, id, leadId)
  })
}

/** Links a conversation to the lead that its visitor created, and adds the transcript to its history once. */
export async function linkLead(ctx: Ctx, id: string, leadId: string): Promise<void> {
  const isSpam = sql`exists (select 1 from lead where lead.id = ${leadId} and lead.spam_reason is not null)`
  const linked = await ctx.db
    .updateTable('conversation')
    .set({
      lead_id: leadId,
      // The visitor no longer waits here, because the answer goes to the lead's address. Spam is listed nowhere else.
      waiting_since: sql<number | null>`case when ${isSpam} then waiting_since end`,
    })
    .where('id', '=', id)
    .where((where) => where.or([where('lead_id', 'is', null), where('lead_id', '!=', leadId)]))
    .returning('id')
    .executeTakeFirst()
  // The inquiry was sent twice, so its lead already has the transcript.
  if (!linked) return
  await recordLeadEvent(ctx, { leadId, kind: 'transcript', actor: null, body: await transcriptOf(ctx, id) })
  await ctx.signals.publish(ctx, CONVERSATION_TOPIC, id)
}

async function transcriptOf(ctx: Ctx, id: string): Promise<string> {
  const messages = await ctx.db
    .selectFrom('chat_message')
    .select(['author', 'text'])
    .where('conversation_id', '=', id)
    .where('text', '!=', '')
    .orderBy('id')
    .execute()
  const speakers = { visitor: 'Visitor', assistant: 'Assistant', owner: 'Owner' }
  return messages.map(({ author, text }) => `${speakers[author]}: ${text}`).join('\n\n')
}
