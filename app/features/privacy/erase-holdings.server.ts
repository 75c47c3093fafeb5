import { eraseConversation } from '#app/features/chat/conversations/change-conversation.server.ts'
import { eraseLead } from '#app/features/leads/erase-lead.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Holdings } from './find-holdings.server.ts'
import { redactMentions } from './mentions.server.ts'

/** How many of each kind an erasure reached. */
export type ErasedCounts = { inquiries: number; conversations: number; mails: number; mentions: number }

/** Erases what was found, in the caller's transaction, and counts what was still there. */
export async function eraseHoldings(ctx: Ctx, holdings: Holdings): Promise<ErasedCounts> {
  const { leads, conversations, emails, jobs, mentions } = holdings
  const counts = {
    conversations: await eraseEach(conversations, (id) => eraseConversation(ctx, id)),
    // Before the inquiries, which take the mails about them along uncounted.
    mails: await eraseEach(emails, (id) => deleteRow(ctx, 'email', id)),
    inquiries: await eraseEach(leads, (id) => eraseLead(ctx, id)),
    mentions: await redactMentions(ctx, mentions),
  }
  for (const id of jobs) await deleteRow(ctx, 'job', id)
  return counts
}

async function eraseEach(ids: readonly string[], erase: (id: string) => Promise<boolean>): Promise<number> {
  let erased = 0
  for (const id of ids) if (await erase(id)) erased += 1
  return erased
}

async function deleteRow(ctx: Ctx, table: 'email' | 'job', id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
