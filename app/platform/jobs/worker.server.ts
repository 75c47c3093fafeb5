import { setTimeout as sleep } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'

import { JOBS_TOPIC } from './enqueue.server.ts'
import type { Job } from './job.server.ts'
import type { RunningJob } from './run-job.server.ts'
import { createScheduler, type Schedule } from './schedule.server.ts'
import { startDueJobs } from './start-due-jobs.server.ts'

/** Another process may queue without a signal that reaches us, and schedules fall due: look at least this often. */
const LOOK_EVERY = 5 * SECOND
/** A job whose time is over has so long to stop; then its slot is given to others. */
const GRACE = 5 * SECOND

export type Worker = {
  /**
   * Claims no more, lets running jobs end for `patience` milliseconds, then tells them to stop and gives them back.
   * Called again, it waits for the same end.
   */
  drain(patience: number): Promise<void>
  /** Resolves once no job is due or running; for tests and for scripts. */
  whenIdle(): Promise<void>
}

/** Runs due jobs and schedules of `ctx.db` until it is drained; kinds that are not in `jobs` wait for who knows them. */
export function startWorker(
  ctx: Ctx,
  jobs: ReadonlyMap<string, Job<unknown>>,
  schedules: readonly Schedule[],
  { grace = GRACE }: { grace?: number } = {},
): Worker {
  const running = new Set<RunningJob>()
  let next: number | null = null
  const enqueueDueSchedules = createScheduler(schedules)
  const loop = createLookLoop(async () => {
    try {
      await enqueueDueSchedules(ctx)
      next = await startDueJobs(ctx, jobs, running, { grace, onEnded: () => void loop.look() })
      if (next !== null) return Math.max(10, Math.min(LOOK_EVERY, next - ctx.clock.now()))
    } catch (error) {
      // The database is away or full; public pages go on without jobs.
      ctx.log.error({ error }, 'jobs.look_failed')
    }
    return LOOK_EVERY
  })
  const unsubscribe = [JOBS_TOPIC, RESYNC].map((topic) =>
    ctx.signals.subscribe(topic, () => void loop.look()),
  )
  void loop.look()
  const allEnded = () => Promise.all([...running].map(({ ended }) => ended))
  let drained: Promise<void> | null = null

  async function drain(patience: number): Promise<void> {
    for (const end of unsubscribe) end()
    await loop.stop()
    await Promise.race([allEnded(), sleep(patience)])
    for (const job of running) job.stop()
    await allEnded()
  }

  return {
    drain: (patience) => (drained ??= drain(patience)),
    async whenIdle() {
      for (;;) {
        await loop.look()
        if (running.size === 0 && (next === null || next > ctx.clock.now())) return
        await Promise.race([...[...running].map(({ ended }) => ended), sleep(20)])
      }
    },
  }
}

type LookLoop = {
  /** Looks, once more where a look is under way, and resolves when nothing asks for another. */
  look(): Promise<void>
  /** Looks no more; resolves when the look under way has ended. */
  stop(): Promise<void>
}

/**
 * Calls `work`, one call at a time, whenever it is asked to and again when the milliseconds that `work` returned are over.
 */
function createLookLoop(work: () => Promise<number>): LookLoop {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let lookAgain = false

  function look(): Promise<void> {
    if (isStopped) return Promise.resolve()
    lookAgain = true
    looking ??= lookUntilQuiet().finally(() => {
      looking = null
    })
    return looking
  }

  async function lookUntilQuiet(): Promise<void> {
    clearTimeout(timer)
    let wait = 0
    while (lookAgain && !isStopped) {
      lookAgain = false
      wait = await work()
    }
    if (!isStopped) timer = setTimeout(() => void look(), wait)
  }

  return {
    look,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
