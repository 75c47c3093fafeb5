import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { changeLead } from './change-lead.server.ts'
import { queueLeadEmails } from './queue-lead-emails.server.ts'

/** Puts a lead into the Spam folder. */
export async function moveLeadToSpam(ctx: Ctx, id: string): Promise<void> {
  await changeLead(ctx, { id, kind: 'spam', body: null, set: { spam_reason: 'Moved here by hand.' } })
}

/** Takes a lead out of the Spam folder and sends the mails that were held back; those sent before are not sent again. */
export async function moveLeadToInbox(ctx: Ctx, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await changeLead(ctx, { id, kind: 'not-spam', body: null, set: { spam_reason: null } })
    await queueLeadEmails(ctx, id)
    await countLead(ctx, id)
  })
}

/** It was no contact while it lay among the spam; it is one from the time it came, and once. */
async function countLead(ctx: Ctx, id: string): Promise<void> {
  const lead = await ctx.db
    .updateTable('lead')
    .set({ is_counted: 1 })
    .where('id', '=', id)
    .where('is_counted', '=', 0)
    .returning(['created_at', 'first_page', 'last_page', 'service', 'referrer'])
    .returning(['utm_source', 'utm_medium', 'utm_campaign'])
    .executeTakeFirst()
  if (!lead) return
  await ctx.recordEvent(ctx, {
    kind: 'contact_form',
    visitor: null,
    at: lead.created_at,
    page: lead.last_page,
    landing: lead.first_page,
    service: lead.service,
    referrer: lead.referrer,
    campaign: [lead.utm_source, lead.utm_medium, lead.utm_campaign],
  })
}
