import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob, type Job } from '#app/platform/jobs/job.server.ts'

type Payload = { n: number }

let made = 0

/** Defines a kind of job for one test; without `run` it does nothing. */
export function testJob(overrides: Partial<Omit<Job<Payload>, 'payload'>> = {}): Job<Payload> {
  made += 1
  return defineJob({
    name: `test-job-${made}`,
    lane: 'other',
    payload: z.object({ n: z.number() }),
    run: async () => {},
    ...overrides,
  })
}

/** Queues `count` jobs with the ids `0`, `1` and so on. */
export async function enqueueMany(ctx: Ctx, job: Job<Payload>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => String(n))
  for (const [n, id] of ids.entries()) await enqueue(ctx, job, { n }, { id })
  return ids
}

export function jobMap<Of>(...jobs: Job<Of>[]): ReadonlyMap<string, Job<unknown>> {
  return new Map(jobs.map((job) => [job.name, job as Job<unknown>]))
}
