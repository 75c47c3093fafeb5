import { leadOfReplyAddress } from '#app/features/leads/thread/reply-address.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { InboundMail } from './read-inbound.ts'

export type OwnMail = { id: string; lead_id: string | null; recipients: string }

/** Returns the mail we sent that this one answers or returns. The closest reference wins. */
export async function findAnswered(ctx: Ctx, mail: InboundMail): Promise<OwnMail | null> {
  const named = [mail.returnedId, mail.inReplyTo, ...mail.references.toReversed()]
  const ids = [...new Set(named)].filter((id) => id !== null)
  if (ids.length === 0) return null
  const found = await ctx.db
    .selectFrom('thread_mail')
    .select(['id', 'message_id', 'lead_id', 'recipients'])
    .where('message_id', 'in', ids)
    .where('direction', '=', 'out')
    .execute()
  return (
    found.toSorted((one, other) => ids.indexOf(one.message_id) - ids.indexOf(other.message_id))[0] ?? null
  )
}

/** Finds the lead by our message ids and reply addresses, because a sender can be forged. Null: unfiled. */
export async function leadOf(ctx: Ctx, mail: InboundMail, answered: OwnMail | null): Promise<string | null> {
  if (answered?.lead_id) return answered.lead_id
  for (const address of mail.recipients) {
    const leadId = leadOfReplyAddress(ctx, address)
    const lead =
      leadId !== null &&
      (await ctx.db.selectFrom('lead').select('id').where('id', '=', leadId).executeTakeFirst())
    if (lead) return lead.id
  }
  return null
}
