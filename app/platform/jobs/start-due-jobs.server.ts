import type { Ctx } from '#app/platform/context.server.ts'

import { type Job, type Lane, lanes } from './job.server.ts'
import { claimJobs, dueTimes, releaseJob } from './lease.server.ts'
import { type RunningJob, runJob } from './run-job.server.ts'

export type Jobs = ReadonlyMap<string, Job<unknown>>

type FreeLane = { slots: number; names: string[] }

/** @returns when to look again, in milliseconds since the epoch; null: when something is queued */
export async function startDueJobs(
  ctx: Ctx,
  jobs: Jobs,
  running: Set<RunningJob>,
  { grace, onEnded }: { grace: number; onEnded: () => void },
): Promise<number | null> {
  for (;;) {
    const free = freeLanes(jobs, running)
    const pauses = await findPauses(ctx, jobs)
    const names = free.flatMap((lane) => lane.names).filter((name) => !pauses.has(name))
    const due = await dueTimes(ctx, names)
    const now = ctx.clock.now()
    let started = 0
    for (const lane of free) {
      const dueNames = lane.names.filter((name) => (due.get(name) ?? Infinity) <= now)
      if (dueNames.length === 0) continue
      for (const leased of await claimJobs(ctx, lane.slots, dueNames)) {
        const kind = jobs.get(leased.name)
        if (!kind || countOf(running, leased.name) >= kind.concurrency) {
          await releaseJob(ctx, leased)
          continue
        }
        const job = runJob(ctx, kind, leased, grace)
        running.add(job)
        void job.ended.finally(() => {
          running.delete(job)
          onEnded()
        })
        started += 1
      }
    }
    if (started > 0) continue
    const times = [...due.values(), ...pauses.values()]
    return times.length > 0 ? Math.min(...times) : null
  }
}

function freeLanes(jobs: Jobs, running: ReadonlySet<RunningJob>): FreeLane[] {
  const taken = Map.groupBy(running, ({ name }) => jobs.get(name)?.lane)
  return (Object.keys(lanes) as Lane[])
    .map((lane) => ({
      slots: lanes[lane].slots - (taken.get(lane)?.length ?? 0),
      names: [...jobs.values()]
        .filter((kind) => kind.lane === lane && countOf(running, kind.name) < kind.concurrency)
        .map(({ name }) => name),
    }))
    .filter(({ slots, names }) => slots > 0 && names.length > 0)
}

function countOf(running: ReadonlySet<RunningJob>, name: string): number {
  return [...running].filter((job) => job.name === name).length
}

async function findPauses(ctx: Ctx, jobs: Jobs): Promise<Map<string, number>> {
  const pauses = new Map<string, number>()
  for (const kind of jobs.values()) {
    const until = await kind.pausedUntil?.(ctx)
    if (typeof until === 'number' && until > ctx.clock.now()) pauses.set(kind.name, until)
  }
  return pauses
}
