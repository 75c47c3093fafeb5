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

/** Visitors' forms are smaller. Larger bodies come from the signed-in owner. */
export const SMALL_BODY_BYTES = 64 * KB
/** With small bodies, at most 64 MB are in use. */
const bodySlots: UsageLimits = { ofAddress: 32, inAll: 1024 }
/** Limit of the owner's forms, except for the uploads listed in uploads.server.ts. */
export const LARGE_BODY_BYTES = 12 * MB
/** Four maximal uploads from one address. Counted separately, so that large bodies never block an inquiry. */
const largeBytes: UsageLimits = { ofAddress: 48 * MB, inAll: 128 * MB }
/** Visitors' files have room of their own, so that they never block members' uploads or inquiries without a file. */
const visitorBytes: UsageLimits = { ofAddress: 24 * MB, inAll: 96 * MB }
/** One archive at a time. It has a limit of its own, so that other uploads keep theirs. */
const archiveBytes: UsageLimits = { ofAddress: 64 * MB, inAll: 64 * MB }
/** One check takes 30 ms of a core and 19 MB, so the last in the queue waits a second. */
const passwordChecks: UsageLimits = { ofAddress: 8, inAll: 32 }
/** One drawing takes half a second of CPU time. */
const drawings: UsageLimits = { ofAddress: 4, inAll: 16 }
const POSTS_A_MINUTE = 120

export type Admission = {
  /**
   * Reserves room for a body and returns a function that releases it. @throws {AppError} too-many or unavailable
   * @param options.isVisitors whether a visitor sends a file
   */
  takeBody(from: string, bytes: number, options?: { isVisitors?: boolean }): () => void
  readonly passwords: WorkSlots
  readonly drawings: WorkSlots
  readonly posts: Pace
}

/** @param options.limits if false, only the limits for the whole process apply. */
export function createAdmission({ limits, clock }: { limits: boolean; clock: Clock }): Admission {
  const lifted = (given: UsageLimits) => (limits ? given : { ...given, ofAddress: given.inAll })
  const bodies = createUsage(lifted(bodySlots))
  const large = createUsage(lifted(largeBytes))
  const visitors = createUsage(lifted(visitorBytes))
  const archives = createUsage(archiveBytes)
  // Hashing runs in threads. One core stays free for pages.
  const atOnce = Math.max(1, availableParallelism() - 1)
  return {
    takeBody(from, bytes, { isVisitors = false } = {}) {
      const leave = bodies.take(from)
      if (bytes <= SMALL_BODY_BYTES) return leave
      try {
        const ofMembers = bytes > LARGE_BODY_BYTES ? archives : large
        const giveBack = (isVisitors ? visitors : ofMembers).take(from, bytes)
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

export function asRefusal(error: unknown): { status: number; text: string; retryAfter: number } {
  if (!(error instanceof AppError)) throw error
  return { status: error.status, text: error.message, retryAfter: error.retryAfter ?? 1 }
}
