import { SECOND } from '#app/platform/clock.ts'

/** A reply lasts 60 s at most; one that is pending for longer was left by a process that died. */
const PENDING_FOR = 75 * SECOND

/** Replies begun after this moment can still be under way. */
export function pendingSince(now: number): number {
  return now - PENDING_FOR
}
