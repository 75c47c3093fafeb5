import type { Ctx } from '#app/platform/context.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'

import { leadNoticeEmail } from './lead-notice.email.tsx'
import { leadReceiptEmail } from './lead-receipt.email.tsx'
import { noticeRecipients } from './notice-recipients.server.ts'

/** The owner's notice and the sender's receipt, each once for a lead, however often this is called. */
export async function queueLeadEmails(ctx: Ctx, leadId: string): Promise<void> {
  const lead = await ctx.db
    .selectFrom('lead')
    .select(['id', 'name', 'email', 'phone', 'country', 'company', 'message', 'service', 'plan', 'last_page'])
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const about = `lead:${leadId}`
  await queueEmail(ctx, {
    template: leadNoticeEmail,
    props: { ...lead, leadId },
    to: await noticeRecipients(ctx),
    replyTo: lead.email,
    dedupeKey: `lead-notice:${leadId}`,
    about,
  })
  await queueEmail(ctx, {
    template: leadReceiptEmail,
    props: { name: lead.name },
    to: [lead.email],
    dedupeKey: `lead-receipt:${leadId}`,
    about,
  })
}
