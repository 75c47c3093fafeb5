import { defineTask } from '#app/platform/pool/task.ts'

import type { Interval } from '../availability/open-intervals.ts'

export const MAX_CALENDAR_BYTES = 10 * 1024 * 1024

export type CalendarFile = {
  bytes: Uint8Array
  /** What is busy outside of it is left out. */
  within: Interval
  /** Of days and times that name no zone. */
  timeZone: string
  /** The host in the ids of our own bookings, which are left out: they are known, and may have moved meanwhile. */
  ownHost?: string
}

/** When somebody is busy by a calendar (RFC 5545): sorted, without overlaps. */
export const readCalendarTask = defineTask<CalendarFile, Interval[]>({
  name: 'read-calendar',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 500,
  maxInput: MAX_CALENDAR_BYTES + 10_000,
  maxOutput: 200_000,
  maxWaiting: 40,
})
