import type { z } from 'zod'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

export type JobRun = {
  /** Aborts when the process drains or the lease is lost: what it does must stop. */
  signal: AbortSignal
}

/** A kind of work done later: its name, what it needs, and the verb it calls. */
export type Job<Payload> = {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly maxAttempts: number
  /** How many of them one process runs at a time, so that long ones leave slots to others; by default as many as there are. */
  readonly concurrency: number
  run(ctx: Ctx, payload: Payload, run: JobRun): Promise<void>
  /** Tells whoever waits for it that it will not be done; in the transaction that makes it a dead letter. */
  givenUp?(ctx: Ctx, payload: Payload, error: unknown): Promise<void>
}

export function defineJob<Payload>(
  job: Omit<Job<Payload>, 'maxAttempts' | 'concurrency'> & { maxAttempts?: number; concurrency?: number },
): Job<Payload> {
  return { maxAttempts: 10, concurrency: Infinity, ...job }
}

/** Thrown by a job that no retry can help: it is dead-lettered at once. */
export class PermanentJobFailure extends Error {
  override name = 'PermanentJobFailure'
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
