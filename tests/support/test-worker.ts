import { onTestFinished } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import type { Job } from '#app/platform/jobs/job.server.ts'
import type { Schedule } from '#app/platform/jobs/schedule.server.ts'
import { startWorker, type Worker } from '#app/platform/jobs/worker.server.ts'

/** Starts a worker that is drained when the test ends; jobs that still run then are told to stop. */
export function startTestWorker(
  ctx: Ctx,
  jobs: ReadonlyMap<string, Job<unknown>>,
  schedules: readonly Schedule[] = [],
  options: { grace?: number } = {},
): Worker {
  const worker = startWorker(ctx, jobs, schedules, options)
  onTestFinished(() => worker.drain(0))
  return worker
}
