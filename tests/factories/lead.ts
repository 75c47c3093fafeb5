import type { Updateable } from 'kysely'

import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import { inquirySending } from './inquiry.ts'

let made = 0

/**
 * Stores a lead as the contact form does, and returns its id. `columns` set what no form can, such as a status. Each
 * lead comes from another network, so that no throttle applies.
 */
export async function createLead(
  ctx: Ctx,
  fields: Record<string, string> = {},
  columns: Updateable<LeadTable> = {},
): Promise<string> {
  made += 1
  // The throttles also count per /48 network.
  const clientAddress = `2001:db8:${made.toString(16)}::1`
  const { leadId } = await submitInquiry(ctx, { ...inquirySending(ctx, fields), clientAddress })
  if (Object.keys(columns).length > 0)
    await ctx.db.updateTable('lead').set(columns).where('id', '=', leadId).execute()
  return leadId
}

/** Stores a lead in the Spam folder, with its mails held back. */
export async function createSpamLead(ctx: Ctx, fields: Record<string, string> = {}): Promise<string> {
  return createLead(ctx, { website: 'https://spam.example', ...fields })
}
