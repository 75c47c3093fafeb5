import { defineTask } from '#app/platform/pool/task.ts'

import type { Interval } from '../../availability/open-intervals.ts'
import { type CalendarFile, MAX_CALENDAR_BYTES } from '../read-calendar.ts'

/** Answers that name calendars, but hold none of their events. */
export const MAX_DAV_BYTES = 1024 * 1024

/** What a server says of one of its addresses (RFC 4918, RFC 4791). Null and false where it does not say it. */
export type DavResource = {
  href: string
  name: string | null
  isCalendar: boolean
  /** The kinds of entries that it takes, such as VEVENT; null: all. */
  components: string[] | null
  principal: string | null
  home: string | null
  /** Changes whenever an entry changes. */
  tag: string | null
}

export const readDavTask = defineTask<Uint8Array, DavResource[]>({
  name: 'read-dav',
  lane: 'long',
  maxCpu: 2000,
  maxMemory: 200,
  maxInput: MAX_DAV_BYTES + 1000,
  maxOutput: 500_000,
  maxWaiting: 20,
})

/** When somebody is busy by the entries of a calendar report (RFC 4791, 7.8). */
export const readDavBusyTask = defineTask<CalendarFile, Interval[]>({
  name: 'read-dav-busy',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 500,
  maxInput: MAX_CALENDAR_BYTES + 10_000,
  maxOutput: 200_000,
  maxWaiting: 40,
})
