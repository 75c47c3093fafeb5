import type { Ctx } from '#app/platform/context.server.ts'

import { type Job, type Lane, lanes } from './job.server.ts'
import { claimJobs, dueTimes, releaseJob } from './lease.server.ts'
import { type RunningJob, runJob } from './run-job.server.ts'

export type Jobs = ReadonlyMap<string, Job<unknown>>

type FreeLane = { lane: Lane; slots: number; names: string[] }

type Options = { lanes: readonly Lane[]; grace: number; onEnded: (lane: Lane) => void }

/** @returns when to look at each lane again, in milliseconds since the epoch; infinity until a job is queued or ends */
export async function startDueJobs(
  ctx: Ctx,
  jobs: Jobs,
  running: Set<RunningJob>,
  { lanes: asked, grace, onEnded }: Options,
): Promise<Map<Lane, number>> {
  for (;;) {
    const free = freeLanes(jobs, running).filter(({ lane }) => asked.includes(lane))
    const pauses = await findPauses(ctx, jobs, free)
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
          onEnded(kind.lane)
        })
        started += 1
      }
    }
    if (started > 0) continue
    const nextIn = (name: Lane) => {
      const kinds = free.filter(({ lane }) => lane === name).flatMap((lane) => lane.names)
      return Math.min(...kinds.map((each) => pauses.get(each) ?? due.get(each) ?? Infinity))
    }
    return new Map(asked.map((name) => [name, nextIn(name)]))
  }
}

function freeLanes(jobs: Jobs, running: ReadonlySet<RunningJob>): FreeLane[] {
  const taken = Map.groupBy(running, ({ name }) => jobs.get(name)?.lane)
  return (Object.keys(lanes) as Lane[])
    .map((lane) => ({
      lane,
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

async function findPauses(ctx: Ctx, jobs: Jobs, free: readonly FreeLane[]): Promise<Map<string, number>> {
  const pauses = new Map<string, number>()
  for (const name of free.flatMap(({ names }) => names)) {
    const until = await jobs.get(name)?.pausedUntil?.(ctx)
    if (typeof until === 'number' && until > ctx.clock.now()) pauses.set(name, until)
  }
  return pauses
}
