import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { Job } from './job.server.ts'

export const JOBS_TOPIC = 'jobs'

/** Queues a job in the caller's transaction. A given `id` is queued only once. */
export async function enqueue<Payload>(
  ctx: Ctx,
  job: Job<Payload>,
  payload: Payload,
  options: { id?: string; runAt?: number } = {},
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('job')
    .values({
      id: options.id ?? newId(),
      name: job.name,
      payload: JSON.stringify(payload),
      state: 'waiting',
      run_at: options.runAt ?? now,
      attempts: 0,
      max_attempts: job.maxAttempts,
      lease_token: null,
      lease_until: null,
      last_error: null,
      created_at: now,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  ctx.signals.nudge(ctx, JOBS_TOPIC)
}
