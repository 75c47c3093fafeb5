import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { rereadIntervals } from '../items/knowledge-item.ts'

import { queueReading } from './read-item.job.server.ts'

const intervals = { day: DAY, week: 7 * DAY }

/** Queues the pages that are due. Running it twice queues none twice, because a queued page is not due. */
export const rereadPages = defineJob({
  name: 'reread-pages',
  lane: 'other',
  payload: z.object({}),
  run: async (ctx) => {
    for (const every of rereadIntervals) for (const id of await listDue(ctx, every)) await requeue(ctx, id)
  },
})

async function listDue(ctx: Ctx, every: keyof typeof intervals): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('knowledge_item')
    .select('id')
    .where('reread_every', '=', every)
    .where('status', 'in', ['ready', 'failed'])
    .where('updated_at', '<=', ctx.clock.now() - intervals[every])
    .execute()
  return rows.map(({ id }) => id)
}

async function requeue(ctx: Ctx, id: string): Promise<void> {
  await withTransaction(ctx, (ctx) => queueReading(ctx, id))
}
