import { eraseConversation } from '#app/features/chat/conversations/erase-conversation.server.ts'
import { eraseLead } from '#app/features/leads/erase-lead.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { Holdings } from './find-holdings.server.ts'
import { redactMentions } from './mentions.server.ts'

/** How many of each kind an erasure reached. */
export type ErasedCounts = { inquiries: number; conversations: number; mails: number; mentions: number }

/** Erases what was found, in the caller's transaction. */
export async function eraseHoldings(ctx: Ctx, holdings: Holdings): Promise<ErasedCounts> {
  const { leads, conversations, emails, jobs, mentions } = holdings
  for (const id of conversations) await eraseConversation(ctx, id)
  for (const id of jobs) await ctx.db.deleteFrom('job').where('id', '=', id).execute()
  for (const id of emails) await ctx.db.deleteFrom('email').where('id', '=', id).execute()
  for (const id of leads) await eraseLead(ctx, id)
  await unlinkEvents(ctx, [...leads, ...conversations])
  await redactMentions(ctx, mentions)
  return {
    inquiries: leads.length,
    conversations: conversations.length,
    mails: emails.length,
    mentions: mentions.length,
  }
}

/** A counted inquiry or chat bears its record's id; it stays counted, and belongs to nobody from here on. */
async function unlinkEvents(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ctx.db.updateTable('event').set({ id: newId() }).where('id', '=', id).execute()
}
