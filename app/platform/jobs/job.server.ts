import type { z } from 'zod'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/**
 * Kinds of work that must not wait for each other. Each process runs so many jobs of a lane at a time, and stops one that
 * takes longer than its lane or its own kind allows.
 */
export const lanes = {
  mail: { slots: 2, deadline: 2 * MINUTE },
  publishing: { slots: 2, deadline: MINUTE },
  reading: { slots: 1, deadline: 10 * MINUTE },
  backup: { slots: 1, deadline: 4 * HOUR },
  other: { slots: 4, deadline: 10 * MINUTE },
} as const satisfies Record<string, { slots: number; deadline: number }>

export type Lane = keyof typeof lanes

export type JobRun = {
  /** Aborts when its time is over, the process ends or the lease is lost: what it does must stop. */
  signal: AbortSignal
}

/** A kind of work done later: its name, what it needs, and the verb it calls. */
export type Job<Payload> = {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly lane: Lane
  readonly maxAttempts: number
  /** How many of them one process runs at a time; by default as many as its lane has slots. */
  readonly concurrency: number
  /** Milliseconds after which a try is stopped and counts as failed; by default its lane's. */
  readonly deadline: number
  /** Until when none of its kind is to be started, in milliseconds since the epoch; null: now. */
  pausedUntil?(ctx: Ctx): Promise<number | null>
  run(ctx: Ctx, payload: Payload, run: JobRun): Promise<void>
  /** Tells whoever waits for it that it will not be done; in the transaction that makes it a dead letter. */
  givenUp?(ctx: Ctx, payload: Payload, error: unknown): Promise<void>
}

export function defineJob<Payload>(
  job: Omit<Job<Payload>, Defaulted> & Partial<Pick<Job<Payload>, Defaulted>>,
): Job<Payload> {
  return { maxAttempts: 10, concurrency: Infinity, deadline: lanes[job.lane].deadline, ...job }
}

type Defaulted = 'maxAttempts' | 'concurrency' | 'deadline'

/** Thrown by a job that no retry can help: it is dead-lettered at once. */
export class PermanentJobFailure extends Error {
  override name = 'PermanentJobFailure'
}

/** Thrown by a job that cannot be done before `until`: that try does not count. */
export class JobPostponed extends Error {
  override name = 'JobPostponed'
  readonly until: number

  constructor(until: number, reason: string) {
    super(reason)
    this.until = until
  }
}

/** Of a job whose process ended in each of its tries, as one does that needs more memory than there is. */
export class NeverFinished extends PermanentJobFailure {
  override name = 'NeverFinished'
}

/** Milliseconds until the next try: 10 s, 30 s, 90 s, … at most an hour, spread by a fifth so that a backlog does not march in step. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const plain = Math.min(10 * SECOND * 3 ** (attempt - 1), 3600 * SECOND)
  return Math.round(plain * (0.8 + 0.4 * random()))
}
