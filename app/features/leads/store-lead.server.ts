import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { InquirySource } from './lead-fields.ts'
import { leadSearchText } from './lead-search.server.ts'
import type { Answer } from '#app/lib/question.ts'
import type { Inquiry } from './parse-inquiry.server.ts'

export type NewLead = {
  leadId: string
  inquiry: Inquiry
  answers?: readonly Answer[]
  /** The sentence that the sender agreed to, and the ids of the legal texts it names. */
  consent: { version: string; text: string }
  spam: string | null
  fingerprint: string
  key: string
  source: InquirySource
  conversationId: string | null
}

export async function storeLead(ctx: Ctx, lead: NewLead): Promise<void> {
  const now = ctx.clock.now()
  const { language } = await ctx.site(ctx)
  const { inquiry, answers = [] } = lead
  const stored = answers.length > 0 ? JSON.stringify(answers) : null
  await ctx.db
    .insertInto('lead')
    .values({
      id: lead.leadId,
      created_at: now,
      updated_at: now,
      ...inquiry,
      address: comparableAddress(inquiry.email),
      status: 'new',
      project_ended_at: null,
      spam_reason: lead.spam,
      is_counted: lead.spam === null ? 1 : 0,
      consent_version: lead.consent.version,
      consent_text: lead.consent.text,
      consent_at: now,
      ...lead.source,
      conversation_id: lead.conversationId,
      assistant_id: lead.conversationId === null ? null : ctx.assistant.id,
      idempotency_key: lead.key,
      fingerprint: lead.fingerprint,
      answers: stored,
      language,
      search: leadSearchText({ ...inquiry, answers: stored }),
    })
    .execute()
}
