import type { z } from 'zod'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Lanes never wait for each other. `slots` is the number of a lane's jobs that each process runs at a time. */
export const lanes = {
  mail: { slots: 2, deadline: 2 * MINUTE },
  publishing: { slots: 2, deadline: MINUTE },
  webhooks: { slots: 4, deadline: MINUTE },
  notices: { slots: 4, deadline: MINUTE },
  reading: { slots: 1, deadline: 10 * MINUTE },
  trials: { slots: 3, deadline: MINUTE },
  backup: { slots: 1, deadline: 4 * HOUR },
  other: { slots: 4, deadline: 10 * MINUTE },
} as const satisfies Record<string, { slots: number; deadline: number }>

export type Lane = keyof typeof lanes

export type JobRun = {
  /** Aborts at the deadline, at shutdown, or if the lease is lost. The job must then stop. */
  signal: AbortSignal
}

/** Stores a job's result in the transaction that ends the job; not if another process has taken over the job. */
export type Conclusion = (ctx: Ctx) => Promise<void>

export type Job<Payload> = {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly lane: Lane
  readonly maxAttempts: number
  readonly concurrency: number
  /** Milliseconds; by default that of its lane. */
  readonly deadline: number
  /** Stores the conclusion even if the lease was lost, because the run did what cannot be undone, such as sending a mail. */
  readonly concludesAlways: boolean
  /** Jobs of this kind are not claimed before this time. Null for no pause. */
  pausedUntil?(ctx: Ctx): Promise<number | null>
  run(ctx: Ctx, payload: Payload, run: JobRun): Promise<void | Conclusion>
  givenUp?(ctx: Ctx, payload: Payload, error: unknown): Promise<void>
}

export function defineJob<Payload>(
  job: Omit<Job<Payload>, Defaulted> & Partial<Pick<Job<Payload>, Defaulted>>,
): Job<Payload> {
  return {
    maxAttempts: 10,
    concurrency: Infinity,
    deadline: lanes[job.lane].deadline,
    concludesAlways: false,
    ...job,
  }
}

type Defaulted = 'maxAttempts' | 'concurrency' | 'deadline' | 'concludesAlways'

export class PermanentJobFailure extends Error {
  override name = 'PermanentJobFailure'
}

/** The job cannot run before `until`. This attempt does not count. */
export class JobPostponed extends Error {
  override name = 'JobPostponed'
  readonly until: number

  constructor(until: number, reason: string) {
    super(reason)
    this.until = until
  }
}

/** The process died in each attempt, for example because it ran out of memory. */
export class NeverFinished extends PermanentJobFailure {
  override name = 'NeverFinished'
}

/** Returns milliseconds: 10 s, 30 s, 90 s and so on, at most an hour. Jitter keeps jobs from retrying at the same moment. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const plain = Math.min(10 * SECOND * 3 ** (attempt - 1), 3600 * SECOND)
  return Math.round(plain * (0.8 + 0.4 * random()))
}
