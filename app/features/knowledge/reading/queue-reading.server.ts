import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { readKnowledgeItem } from './read-item.job.server.ts'

/** Puts an item, new or old, in the queue; a reading under way is overtaken. Belongs in the transaction of its change. */
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
