import { z } from 'zod'

import { eraseConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import { eraseLead } from '#app/features/leads/delete-lead.server.ts'
import { eraseThreadMails } from '#app/features/leads/thread/erase-thread.server.ts'
import { erasePeople } from '#app/features/people/erase-people.server.ts'
import { discardUploads } from '#app/features/people/find-people.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { listErasures, matchErasures } from './erasure-list.server.ts'
import { findHoldings, type Holdings } from './find-holdings.server.ts'
import { finishErasure } from './finish-erasure.job.server.ts'
import { type MatchesAddress, redactMentions } from './mentions.server.ts'

type Recorder = (ctx: Ctx, counts: ErasedCounts) => Promise<void>

/** Searches before the transaction, so as not to block SQLite for seconds; `eraseLeftovers` finds later rows. */
export async function eraseMatching(
  ctx: Ctx,
  matches: MatchesAddress,
  record: Recorder,
): Promise<ErasedCounts> {
  return eraseFound(ctx, await findHoldings(ctx, matches), async (ctx, counts) => {
    await discardUploads(ctx)
    await record(ctx, counts)
  })
}

async function eraseFound(ctx: Ctx, holdings: Holdings, record: Recorder): Promise<ErasedCounts> {
  return withTransaction(ctx, async (ctx) => {
    // Concurrent erasures of one address would wait for each other's rows, or count what the other erased.
    await ctx.engine.lockUntilCommit(ctx.db, 'erasure')
    const counts = await eraseHoldings(ctx, holdings)
    await record(ctx, counts)
    // Inquiries lock the throttles before the people too.
    await erasePeople(ctx, holdings.people)
    await enqueue(ctx, finishErasure, {})
    // Erasures of the same minute share one job.
    const runAt = (Math.floor(ctx.clock.now() / MINUTE) + 2) * MINUTE
    await enqueue(ctx, eraseLeftovers, {}, { id: `${eraseLeftovers.name} ${runAt}`, runAt })
    return counts
  })
}

/** Searches again for rows of transactions that were open during the first search, and for changed texts. */
export const eraseLeftovers = defineJob({
  name: 'erase-leftovers',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const holdings = await findHoldings(ctx, matchErasures(ctx, await listErasures(ctx)))
    if (Object.values(holdings).every((found) => found.length === 0)) return
    await eraseFound(ctx, holdings, async (ctx, counts) => {
      ctx.log.warn(counts, 'privacy.leftovers_erased')
    })
  },
})

export type ErasedCounts = { inquiries: number; conversations: number; mails: number; mentions: number }

export async function eraseHoldings(ctx: Ctx, holdings: Holdings): Promise<ErasedCounts> {
  const { leads, conversations, emails, threadMails, jobs, clientAddresses, leftRows, mentions } = holdings
  // Erase the mails first: erasing conversations and inquiries deletes their mails without counting them.
  const received = await eraseThreadMails(ctx, threadMails)
  const counts = {
    mails: received + (await eraseEach(emails, (id) => deleteRow(ctx, 'email', id))),
    conversations: await eraseEach(conversations, (id) => eraseConversation(ctx, id)),
    inquiries: await eraseEach(leads, (id) => eraseLead(ctx, id)),
    mentions:
      (await redactMentions(ctx, mentions)) +
      (await eraseEach(clientAddresses, (id) => deleteRow(ctx, 'client_address', id))),
  }
  for (const id of jobs) await deleteRow(ctx, 'job', id)
  await ctx.db.deleteFrom('api_replay').execute()
  for (const id of [...leads, ...conversations, ...emails])
    await ctx.db.deleteFrom('webhook_delivery').where('subject_id', '=', id).execute()
  await ctx.db.deleteFrom('deletion').execute()
  await ctx.db.deleteFrom('site_trial').execute()
  for (const row of leftRows) await deleteLeftRow(ctx, row)
  return counts
}

async function eraseEach(ids: readonly string[], erase: (id: string) => Promise<boolean>): Promise<number> {
  let erased = 0
  for (const id of ids) if (await erase(id)) erased += 1
  return erased
}

async function deleteLeftRow(ctx: Ctx, row: string): Promise<void> {
  const [importId = '', position] = row.split(' ')
  await ctx.db
    .deleteFrom('person_import_left')
    .where('import_id', '=', importId)
    .where('position', '=', Number(position))
    .execute()
}

async function deleteRow(ctx: Ctx, table: 'email' | 'job' | 'client_address', id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
