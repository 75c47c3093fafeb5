import { setTimeout as sleep } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'

import { JOBS_TOPIC } from './enqueue.server.ts'
import { type Job, type Lane, lanes } from './job.server.ts'
import type { RunningJob } from './run-job.server.ts'
import { createScheduler, type Schedule } from './schedule.server.ts'
import { startDueJobs } from './start-due-jobs.server.ts'

/** Milliseconds. Signals may be lost, and schedules become due. */
const LOOK_EVERY = 5 * SECOND
const GRACE = 5 * SECOND

export type Worker = {
  /** Stops claiming, waits up to `patience` milliseconds for running jobs, then stops and releases them. */
  drain(patience: number): Promise<void>
  whenIdle(): Promise<void>
}

/** Jobs of kinds that are not in `jobs` wait for a version that knows them. */
export function startWorker(
  ctx: Ctx,
  jobs: ReadonlyMap<string, Job<unknown>>,
  schedules: readonly Schedule[],
  { grace = GRACE }: { grace?: number } = {},
): Worker {
  const running = new Set<RunningJob>()
  const due = new Map<Lane, number>()
  const asked = new Set<Lane>()
  let allLookedAt = -Infinity
  const enqueueDueSchedules = createScheduler(schedules)
  const loop = createLookLoop(async () => {
    const isStale = performance.now() - allLookedAt >= LOOK_EVERY
    const isDue = (lane: Lane) => (due.get(lane) ?? Infinity) <= ctx.clock.now()
    const isAll = asked.size === 0 || isStale
    const looked = everyLane.filter((lane) => isAll || asked.has(lane) || isDue(lane))
    asked.clear()
    if (isAll) allLookedAt = performance.now()
    try {
      await enqueueDueSchedules(ctx)
      const onEnded = (lane: Lane) => void look([lane])
      const next = await startDueJobs(ctx, jobs, running, { lanes: looked, grace, onEnded })
      for (const [lane, at] of next) due.set(lane, at)
      return Math.max(10, Math.min(LOOK_EVERY, nextOf(due) - ctx.clock.now()))
    } catch (error) {
      // The database is full or unreachable. Public pages still work.
      ctx.log.error({ error }, 'jobs.look_failed')
    }
    return LOOK_EVERY
  })
  const look = (some: readonly Lane[] = everyLane) => {
    for (const lane of some) asked.add(lane)
    return loop.look()
  }
  const unsubscribe = [JOBS_TOPIC, RESYNC].map((topic) => ctx.signals.subscribe(topic, () => void look()))
  void look()
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
        await look()
        const next = nextOf(due)
        if (running.size === 0 && next > ctx.clock.now()) return
        await Promise.race([...[...running].map(({ ended }) => ended), sleep(20)])
      }
    },
  }
}

const everyLane = Object.keys(lanes) as Lane[]

function nextOf(due: ReadonlyMap<Lane, number>): number {
  return Math.min(...due.values())
}

type LookLoop = {
  look(): Promise<void>
  stop(): Promise<void>
}

/** Runs `work`, one call at a time, on request and again after the milliseconds that it returned. */
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
