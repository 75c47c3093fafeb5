import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Who looked away for less learns how a reading ended. */
const RECENT = 10 * MINUTE

/** How far each item is that waits or is being read, on whatever page it stands, and how those ended that just did. */
export async function listReadings(ctx: Ctx) {
  requireActor(ctx)
  return ctx.db
    .selectFrom('knowledge_item')
    .select(['id', 'kind', 'title', 'status', 'progress', 'failure'])
    .where(({ or, eb }) =>
      or([eb('status', 'in', ['queued', 'reading']), eb('updated_at', '>', ctx.clock.now() - RECENT)]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

export type ItemReadingState = Awaited<ReturnType<typeof listReadings>>[number]
