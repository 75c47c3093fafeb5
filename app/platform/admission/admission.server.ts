import { availableParallelism } from 'node:os'

import { type Clock, MINUTE } from '#app/platform/clock.ts'
import { AppError } from '#app/platform/errors.ts'

import {
  createPace,
  createUsage,
  createWorkSlots,
  type Pace,
  type UsageLimits,
  type WorkSlots,
} from './limits.server.ts'

const KB = 1024
const MB = 1024 * KB

/** No visitor's form is larger; what is comes from the owner, with a session. */
export const SMALL_BODY_BYTES = 64 * KB
/** With the limit of a small body, 64 MB when all are in use. */
const bodySlots: UsageLimits = { ofAddress: 32, inAll: 1024 }
/** Four uploads at their limit from one place. Apart, so that large bodies never keep an inquiry out. */
const largeBytes: UsageLimits = { ofAddress: 48 * MB, inAll: 128 * MB }
/** One takes 30 ms of a core and 19 MB: who comes last waits a second. */
const passwordChecks: UsageLimits = { ofAddress: 8, inAll: 32 }
/** One takes half a second of a core. */
const drawings: UsageLimits = { ofAddress: 4, inAll: 16 }
/** More than an office sends. */
const POSTS_A_MINUTE = 120

/** Bounds what strangers may have the process do at a time, by address, by its networks and in all. */
export type Admission = {
  /** Takes room for a body of so many bytes and returns what gives it back. @throws {AppError} too-many, unavailable. */
  takeBody(from: string, bytes: number): () => void
  readonly passwords: WorkSlots
  readonly drawings: WorkSlots
  readonly posts: Pace
}

/** @param options.limits false: addresses are not told apart, and only what bounds the process in all holds. */
export function createAdmission({ limits, clock }: { limits: boolean; clock: Clock }): Admission {
  const lifted = (given: UsageLimits) => (limits ? given : { ...given, ofAddress: given.inAll })
  const bodies = createUsage(lifted(bodySlots))
  const large = createUsage(lifted(largeBytes))
  // Hashing happens in threads: one core is left to the pages.
  const atOnce = Math.max(1, availableParallelism() - 1)
  return {
    takeBody(from, bytes) {
      const leave = bodies.take(from)
      if (bytes <= SMALL_BODY_BYTES) return leave
      try {
        const giveBack = large.take(from, bytes)
        return () => {
          leave()
          giveBack()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    passwords: createWorkSlots({ atOnce, limits: lifted(passwordChecks) }),
    drawings: createWorkSlots({ atOnce: 1, limits: lifted(drawings) }),
    posts: createPace({ limit: POSTS_A_MINUTE, windowMs: MINUTE, clock }),
  }
}

/** A refusal as the server answers it ahead of the router; what is none goes on. */
export function asRefusal(error: unknown): { status: number; text: string; retryAfter: number } {
  if (!(error instanceof AppError)) throw error
  return { status: error.status, text: error.message, retryAfter: error.retryAfter ?? 1 }
}
