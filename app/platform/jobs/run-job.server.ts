import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { jobChannel } from '#app/platform/tracing/channels.ts'

import { type Conclusion, type Job, JobPostponed, NeverFinished, PermanentJobFailure } from './job.server.ts'
import {
  completeJob,
  failJob,
  LEASE,
  type LeasedJob,
  postponeJob,
  releaseJob,
  renewLease,
} from './lease.server.ts'

/** At shutdown, a job has less time to stop than after its deadline, because the process must end within 5 seconds. */
const SHUTDOWN_GRACE = SECOND / 2

class Stopped extends Error {
  readonly grace: number

  constructor(message: string, grace: number) {
    super(message)
    this.grace = grace
  }
}
class StoppedForShutdown extends Stopped {}
class LeaseLost extends Stopped {}
/** Rolls a conclusion back. */
class TakenOver extends Error {}

export type RunningJob = {
  readonly name: string
  /** Resolves when the job is settled. A job that ignores its signal is settled after the grace period. */
  readonly ended: Promise<void>
  stop(): void
}

/** @param grace milliseconds to stop after the deadline. Later results are discarded. */
export function runJob(ctx: Ctx, kind: Job<unknown>, job: LeasedJob, grace: number): RunningJob {
  const abort = new AbortController()
  const { signal } = abort
  const heartbeat = setInterval(() => {
    renewLease(ctx, job).then(
      (held) => held || abort.abort(new LeaseLost('Its lease is held by another process.', grace)),
      (error: unknown) => ctx.log.warn({ error, job: job.name }, 'jobs.renew_failed'),
    )
  }, LEASE / 3)
  const deadline = setTimeout(() => {
    abort.abort(new Stopped(`It was stopped after ${kind.deadline / 1000} seconds.`, grace))
  }, kind.deadline)
  const traced = { name: job.name, attempt: job.attempts }
  const run = jobChannel.tracePromise(() => runOnce(ctx, kind, job, signal), traced)
  const work = Promise.race([run, rejectAfterGrace(signal)])
  const ended = settleWhenEnded(ctx, kind, job, { signal, work }).finally(() => {
    clearInterval(heartbeat)
    clearTimeout(deadline)
  })
  return {
    name: job.name,
    ended,
    stop: () => abort.abort(new StoppedForShutdown('The process ends.', SHUTDOWN_GRACE)),
  }
}

async function runOnce(
  ctx: Ctx,
  kind: Job<unknown>,
  job: LeasedJob,
  signal: AbortSignal,
): Promise<void | Conclusion> {
  const payload = kind.payload.safeParse(JSON.parse(job.payload))
  if (!payload.success) throw new PermanentJobFailure(`The payload is invalid: ${payload.error.message}`)
  if (job.attempts > job.max_attempts) throw new NeverFinished('The process ended during every attempt.')
  if (kind.lane === 'mail') await spareMoment()
  return kind.run(ctx, payload.data, { signal })
}

async function rejectAfterGrace(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const reason: unknown = signal.reason
  await sleep(reason instanceof Stopped ? reason.grace : 0)
  throw reason
}

type Ending = { signal: AbortSignal; work: Promise<void | Conclusion> }

async function settleWhenEnded(
  ctx: Ctx,
  kind: Job<unknown>,
  job: LeasedJob,
  { signal, work }: Ending,
): Promise<void> {
  try {
    const conclude = await work
    if (!(await endJob(ctx, kind, job, conclude)))
      ctx.log.warn({ job: job.name, id: job.id }, 'jobs.lease_lost')
  } catch (error) {
    try {
      await settleFailure(ctx, kind, job, signal.aborted ? signal.reason : error)
    } catch (settleError) {
      // The lease will expire, and the job will be claimed again.
      ctx.log.error({ error: settleError, job: job.name }, 'jobs.settle_failed')
    }
  }
}

async function endJob(
  ctx: Ctx,
  kind: Job<unknown>,
  job: LeasedJob,
  conclude: void | Conclusion,
): Promise<boolean> {
  if (!conclude) return completeJob(ctx, job)
  return withTransaction(ctx, async (ctx) => {
    await conclude(ctx)
    const isEnded = await completeJob(ctx, job)
    if (!isEnded && !kind.concludesAlways) throw new TakenOver()
    return isEnded
  }).catch((error: unknown) => {
    if (error instanceof TakenOver) return false
    throw error
  })
}

async function settleFailure(ctx: Ctx, kind: Job<unknown>, job: LeasedJob, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof StoppedForShutdown) {
    await releaseJob(ctx, job)
    return
  }
  if (error instanceof JobPostponed) {
    await postponeJob(ctx, job, error.until, reason)
    return
  }
  const permanent = error instanceof PermanentJobFailure
  ctx.log.warn({ error, job: job.name, id: job.id, attempt: job.attempts, permanent }, 'jobs.failed')
  if (error instanceof LeaseLost) return
  await withTransaction(ctx, async (inside) => {
    if ((await failJob(inside, job, reason, { permanent })) === 'dead') await giveUp(inside, kind, job, error)
  })
}

async function giveUp(ctx: Ctx, kind: Job<unknown>, job: LeasedJob, error: unknown): Promise<void> {
  const payload = kind.payload.safeParse(JSON.parse(job.payload))
  if (payload.success) await kind.givenUp?.(ctx, payload.data, error)
}

const BUSY = 0.8
const LOOK_EVERY = 5
const LONGEST = 40

let before = performance.eventLoopUtilization()

/** Waits at most 40 ms while the event loop is busy, so that requests go first. */
async function spareMoment(): Promise<void> {
  await setImmediate()
  for (const until = performance.now() + LONGEST; isBusy() && performance.now() < until;)
    await sleep(LOOK_EVERY)
}

function isBusy(): boolean {
  const since = performance.eventLoopUtilization(before)
  // A shorter period is not meaningful.
  if (since.idle + since.active >= LOOK_EVERY) before = performance.eventLoopUtilization()
  return since.utilization > BUSY
}
