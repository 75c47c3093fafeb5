import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { giveUpReading, readItem } from './read-item.server.ts'

export const readKnowledgeItem = defineJob({
  name: 'read-knowledge-item',
  lane: 'reading',
  payload: z.object({ itemId: z.string(), reading: z.int() }),
  maxAttempts: 3,
  concurrency: 1,
  run: readItem,
  givenUp: giveUpReading,
})

/** Call it in the transaction of the item's change. A reading that is still running will then store nothing. */
export async function queueReading(ctx: Ctx, itemId: string): Promise<void> {
  const { reading } = await ctx.db
    .updateTable('knowledge_item')
    .set((update) => ({
      status: 'queued' as const,
      progress: 0,
      failure: null,
      reading: update('reading', '+', 1),
      updated_at: ctx.clock.now(),
    }))
    .where('id', '=', itemId)
    .returning('reading')
    .executeTakeFirstOrThrow()
  await enqueue(ctx, readKnowledgeItem, { itemId, reading })
}
