import { z } from 'zod'

import { eraseConversation } from '#app/features/chat/conversations/change-conversation.server.ts'
import { eraseLead } from '#app/features/leads/erase-lead.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { listErasures, meantBy } from './erasure-list.server.ts'
import { findHoldings, type Holdings } from './find-holdings.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'
import { type IsMeant, redactMentions } from './mentions.server.ts'

type Recorder = (ctx: Ctx, counts: ErasedCounts) => Promise<void>

/**
 * Finds all that is meant and erases it. The search takes seconds, so it runs before the transaction, which on SQLite would
 * hold up everybody; what was being stored meanwhile is left to `eraseLeftovers`.
 * @param record runs in the transaction that erases.
 */
export async function eraseMeant(ctx: Ctx, isMeant: IsMeant, record: Recorder): Promise<ErasedCounts> {
  return eraseFound(ctx, await findHoldings(ctx, isMeant), record)
}

async function eraseFound(ctx: Ctx, holdings: Holdings, record: Recorder): Promise<ErasedCounts> {
  return withTransaction(ctx, async (ctx) => {
    // One erasure at a time: two of one address would each be told of what the other erased, or wait for each other's rows.
    await ctx.engine.lockUntilCommit(ctx.db, 'erasure')
    const counts = await eraseHoldings(ctx, holdings)
    await record(ctx, counts)
    await enqueue(ctx, finishErasure, {})
    // Erasures of one minute share a second look.
    const runAt = (Math.floor(ctx.clock.now() / MINUTE) + 2) * MINUTE
    await enqueue(ctx, eraseLeftovers, {}, { id: `${eraseLeftovers.name} ${runAt}`, runAt })
    return counts
  })
}

/**
 * Looks again, a minute or two later, for what an erasure meant and could not see: rows of transactions that were open
 * while it searched, and texts that changed between its search and its own transaction.
 */
export const eraseLeftovers = defineJob({
  name: 'erase-leftovers',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const holdings = await findHoldings(ctx, meantBy(ctx, await listErasures(ctx)))
    if (Object.values(holdings).every((found) => found.length === 0)) return
    await eraseFound(ctx, holdings, async (ctx, counts) => {
      ctx.log.warn(counts, 'privacy.leftovers_erased')
    })
  },
})

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
