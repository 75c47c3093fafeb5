import { defineTask } from '#app/platform/pool/task.ts'

import type { Interval } from '../availability/open-intervals.ts'

export const MAX_CALENDAR_BYTES = 10 * 1024 * 1024

export type CalendarFile = {
  bytes: Uint8Array
  /** Busy times outside of it are left out. */
  within: Interval
  /** For days and times without a time zone. */
  timeZone: string
  /** Host in the ids of our own bookings, which are skipped: they are known and may have moved since. */
  ownHost?: string
}

export type CalendarRead = {
  /** Sorted and without overlaps. */
  busy: Interval[]
  /** Zones that nobody knows, with their number of events. What these could block is busy. */
  unknownZones: { name: string; events: number }[]
  /** The number of events of which something could not be read. */
  odd: number
}

/** Reads a calendar file (RFC 5545). */
export const readCalendarTask = defineTask<CalendarFile, CalendarRead>({
  name: 'read-calendar',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 500,
  maxInput: MAX_CALENDAR_BYTES + 10_000,
  maxOutput: 200_000,
  maxWaiting: 40,
})
