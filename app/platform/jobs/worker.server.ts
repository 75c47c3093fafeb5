import { setTimeout as sleep } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'

import { JOBS_TOPIC } from './enqueue.server.ts'
import { type Job, NeverFinished, PermanentJobFailure } from './job.server.ts'
import {
  claimJobs,
  completeJob,
  failJob,
  LEASE,
  type LeasedJob,
  nextDueAt,
  releaseJob,
  renewLease,
} from './lease.server.ts'
import { createScheduler, type Schedule } from './schedule.server.ts'

const SLOTS = 4
/** Another process may queue without a signal that reaches us, and schedules fall due: look at least this often. */
const LOOK_EVERY = 5 * SECOND

export type Worker = {
  /** Claims no more, waits for running jobs until `deadline` (milliseconds from now), gives the rest back. */
  drain(deadline: number): Promise<void>
  /** Resolves once no job is due or running; for tests and for scripts. */
  whenIdle(): Promise<void>
}

/** Runs due jobs and schedules of `ctx.db` until it is drained. */
export function startWorker(
  ctx: Ctx,
  jobs: ReadonlyMap<string, Job<unknown>>,
  schedules: readonly Schedule[],
): Worker {
  const enqueueDueSchedules = createScheduler(schedules)
  const running = new Map<LeasedJob, { done: Promise<void>; abort: AbortController }>()
  let draining = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false

  function look(): Promise<void> {
    if (draining) return Promise.resolve()
    lookAgain = true
    looking ??= lookUntilQuiet().finally(() => {
      looking = null
    })
    return looking
  }

  async function lookUntilQuiet(): Promise<void> {
    clearTimeout(timer)
    let wait = LOOK_EVERY
    try {
      while (lookAgain && !draining) {
        lookAgain = false
        wait = LOOK_EVERY
        // Whoever ends looks again; until then each signal of a busy hour would ask for nothing.
        if (running.size >= SLOTS) continue
        await enqueueDueSchedules(ctx)
        const claimed = await claimJobs(ctx, SLOTS - running.size, atTheirLimit())
        for (const job of claimed)
          if (atTheirLimit().includes(job.name)) await releaseJob(ctx, job)
          else start(job)
        if (claimed.length > 0 && running.size < SLOTS) lookAgain = true
        // Within the loop: a job that ends during this query asks to look again, and is heard.
        const next = await nextDueAt(ctx, atTheirLimit())
        if (next !== null && running.size < SLOTS) wait = Math.max(10, Math.min(wait, next - ctx.clock.now()))
      }
    } catch (error) {
      // The database is away or full; public pages go on without jobs.
      ctx.log.error({ error }, 'jobs.look_failed')
    }
    if (!draining) timer = setTimeout(() => void look(), wait)
  }

  /** Kinds of which no more may run here until one ends. */
  function atTheirLimit(): string[] {
    const names = Map.groupBy(running.keys(), ({ name }) => name)
    return [...names]
      .filter(([name, ofName]) => ofName.length >= (jobs.get(name)?.concurrency ?? Infinity))
      .map(([name]) => name)
  }

  function start(job: LeasedJob): void {
    const abort = new AbortController()
    const done = execute(job, abort).finally(() => {
      running.delete(job)
      void look()
    })
    running.set(job, { done, abort })
  }

  async function execute(job: LeasedJob, abort: AbortController): Promise<void> {
    const heartbeat = setInterval(() => {
      renewLease(ctx, job).then(
        (held) => held || abort.abort(),
        (error: unknown) => ctx.log.warn({ error, job: job.name }, 'jobs.renew_failed'),
      )
    }, LEASE / 3)
    try {
      await runOnce(job, abort.signal)
      if (!(await completeJob(ctx, job))) ctx.log.warn({ job: job.name, id: job.id }, 'jobs.lease_lost')
    } catch (error) {
      await settleFailure(job, error, abort.signal.aborted)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function runOnce(job: LeasedJob, signal: AbortSignal): Promise<void> {
    const definition = jobs.get(job.name)
    if (!definition) throw new PermanentJobFailure(`No job is called ${job.name} in this version.`)
    const payload = definition.payload.safeParse(JSON.parse(job.payload))
    if (!payload.success) throw new PermanentJobFailure(`Its payload does not fit: ${payload.error.message}`)
    if (job.attempts > job.max_attempts) throw new NeverFinished('The process ended in each of its tries.')
    await definition.run(ctx, payload.data, { signal })
  }

  async function settleFailure(job: LeasedJob, error: unknown, aborted: boolean): Promise<void> {
    const permanent = error instanceof PermanentJobFailure
    const reason = error instanceof Error ? error.message : String(error)
    ctx.log.warn({ error, job: job.name, id: job.id, attempt: job.attempts, permanent }, 'jobs.failed')
    try {
      if (aborted && draining) await releaseJob(ctx, job)
      else
        await withTransaction(ctx, async (inside) => {
          if ((await failJob(inside, job, reason, { permanent })) === 'dead') await giveUp(inside, job, error)
        })
    } catch (settleError) {
      // Its lease runs out and it is claimed again.
      ctx.log.error({ error: settleError, job: job.name }, 'jobs.settle_failed')
    }
  }

  /** Of a kind or a payload that is not known, nobody can be told. */
  async function giveUp(ctx: Ctx, job: LeasedJob, error: unknown): Promise<void> {
    const definition = jobs.get(job.name)
    const payload = definition?.payload.safeParse(JSON.parse(job.payload))
    if (payload?.success) await definition?.givenUp?.(ctx, payload.data, error)
  }

  const unsubscribe = [JOBS_TOPIC, RESYNC].map((topic) => ctx.signals.subscribe(topic, () => void look()))
  void look()

  return {
    async drain(deadline) {
      draining = true
      for (const end of unsubscribe) end()
      clearTimeout(timer)
      await looking
      const all = Promise.all([...running.values()].map((run) => run.done))
      const late = setTimeout(() => {
        for (const run of running.values()) run.abort.abort()
      }, deadline)
      await all
      clearTimeout(late)
    },
    async whenIdle() {
      for (;;) {
        await look()
        const next = await nextDueAt(ctx)
        if (running.size === 0 && (next === null || next > ctx.clock.now())) return
        await Promise.race([...[...running.values()].map((run) => run.done), sleep(20)])
      }
    },
  }
}
