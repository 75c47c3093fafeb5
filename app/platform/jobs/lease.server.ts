import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { backoff } from './job.server.ts'

/** A process that dies holds its jobs for this long; a living one renews at a third of it. */
export const LEASE = 60 * SECOND

export type LeasedJob = {
  id: string
  name: string
  payload: string
  attempts: number
  max_attempts: number
  lease_token: string | null
}

/** Takes up to `count` due jobs, each for this caller alone, jobs of a process that died among them, but none named in `except`. */
export async function claimJobs(
  ctx: Ctx,
  count: number,
  except: readonly string[] = [],
): Promise<LeasedJob[]> {
  const now = ctx.clock.now()
  const due = ctx.engine.skipLocked(
    ctx.db
      .selectFrom('job')
      .select('id')
      .where((where) =>
        where.or([
          where.and([where('state', '=', 'waiting'), where('run_at', '<=', now)]),
          where.and([where('state', '=', 'running'), where('lease_until', '<=', now)]),
        ]),
      )
      .$if(except.length > 0, (query) => query.where('name', 'not in', except))
      .orderBy('run_at')
      .limit(count),
  )
  return (
    ctx.db
      // Written down first: PostgreSQL may run a sub-select again for each row, and would then take more than `count`.
      .with(
        (cte) => cte('due').materialized(),
        () => due,
      )
      .updateTable('job')
      .set((update) => ({
        state: 'running' as const,
        attempts: update('attempts', '+', 1),
        lease_token: newId(),
        lease_until: now + LEASE,
      }))
      .where('id', 'in', (select) => select.selectFrom('due').select('due.id'))
      .returning(['id', 'name', 'payload', 'attempts', 'max_attempts', 'lease_token'])
      .execute()
  )
}

/** When the next job not named in `except` falls due, in milliseconds since the epoch; null when none waits. */
export async function nextDueAt(ctx: Ctx, except: readonly string[] = []): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('job')
    .select((select) => select.fn.min('run_at').as('at'))
    .where('state', '=', 'waiting')
    .$if(except.length > 0, (query) => query.where('name', 'not in', except))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns false when the lease is another's by now. */
export async function renewLease(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { lease_until: ctx.clock.now() + LEASE })
}

export async function completeJob(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { state: 'done', finished_at: ctx.clock.now(), lease_until: null })
}

/** Back to the queue after a pause, or to the dead letters; null when the lease is another's by now. */
export async function failJob(
  ctx: Ctx,
  job: LeasedJob,
  reason: string,
  options: { permanent: boolean },
): Promise<'waiting' | 'dead' | null> {
  const now = ctx.clock.now()
  const outcome =
    options.permanent || job.attempts >= job.max_attempts
      ? { state: 'dead' as const, finished_at: now }
      : { state: 'waiting' as const, run_at: now + backoff(job.attempts) }
  const settlement = { ...outcome, last_error: reason.slice(0, 500), lease_until: null }
  return (await settle(ctx, job, settlement)) ? outcome.state : null
}

/** Gives an unfinished job back at once, as when the process drains: that try does not count. */
export async function releaseJob(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { state: 'waiting', lease_until: null, attempts: job.attempts - 1 })
}

type Settlement = {
  state?: 'waiting' | 'done' | 'dead'
  run_at?: number
  attempts?: number
  lease_until: number | null
  last_error?: string
  finished_at?: number
}

async function settle(ctx: Ctx, job: LeasedJob, settlement: Settlement): Promise<boolean> {
  const result = await ctx.db
    .updateTable('job')
    .set(settlement)
    .where('id', '=', job.id)
    .where('state', '=', 'running')
    .where('lease_token', '=', job.lease_token)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
