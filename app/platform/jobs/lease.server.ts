import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { backoff } from './job.server.ts'

/** Milliseconds after which jobs of a dead process are claimed again. Renewed every third of it. */
export const LEASE = 60 * SECOND

export type LeasedJob = {
  id: string
  name: string
  payload: string
  attempts: number
  max_attempts: number
  lease_token: string | null
}

/** Claims up to `count` due jobs, first those of dead processes. */
export async function claimJobs(ctx: Ctx, count: number, names: readonly string[]): Promise<LeasedJob[]> {
  const now = ctx.clock.now()
  // Two queries, because one condition for both states would read and sort every due job.
  const due = (state: 'waiting' | 'running', since: 'run_at' | 'lease_until') =>
    ctx.engine.skipLocked(
      ctx.db
        .selectFrom('job')
        .select('id')
        .where('name', 'in', names)
        .where('state', '=', state)
        .where(since, '<=', now)
        .orderBy('run_at')
        .limit(count),
    )
  return (
    ctx.db
      // Materialized, because PostgreSQL may run a sub-select again for each row and then claim too many.
      .with(
        (cte) => cte('due').materialized(),
        (db) =>
          db
            .selectFrom(due('running', 'lease_until').as('left'))
            .select('left.id')
            .unionAll(db.selectFrom(due('waiting', 'run_at').as('waiting')).select('waiting.id'))
            .limit(count),
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

export async function dueTimes(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  if (names.length === 0) return times
  // One sub-select per kind reads a single index row each.
  const waiting = await ctx.db
    .selectNoFrom((select) =>
      names.map((name, at) =>
        select
          .selectFrom('job')
          .select(({ fn }) => fn.min<number | null>('run_at').as('at'))
          .where('name', '=', name)
          .where('state', '=', 'waiting')
          .as(`kind_${at}`),
      ),
    )
    .executeTakeFirstOrThrow()
  for (const [at, name] of names.entries()) {
    const time = waiting[`kind_${at}`]
    if (typeof time === 'number') times.set(name, time)
  }
  const leased = await ctx.db
    .selectFrom('job')
    .select((select) => ['name', select.fn.min<number>('lease_until').as('at')])
    .where('state', '=', 'running')
    .where('name', 'in', names)
    .groupBy('name')
    .execute()
  for (const { name, at } of leased) times.set(name, Math.min(at, times.get(name) ?? Infinity))
  return times
}

export async function renewLease(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { lease_until: ctx.clock.now() + LEASE })
}

export async function completeJob(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { state: 'done', finished_at: ctx.clock.now(), lease_until: null })
}

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

export async function releaseJob(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  return settle(ctx, job, { state: 'waiting', lease_until: null, attempts: job.attempts - 1 })
}

export async function postponeJob(ctx: Ctx, job: LeasedJob, until: number, reason: string): Promise<boolean> {
  return settle(ctx, job, {
    state: 'waiting',
    lease_until: null,
    attempts: job.attempts - 1,
    run_at: until,
    last_error: reason.slice(0, 500),
  })
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
