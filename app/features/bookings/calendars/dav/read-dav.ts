import { defineTask } from '#app/platform/pool/task.ts'

import { type CalendarFile, type CalendarRead, MAX_CALENDAR_BYTES } from '../read-calendar.ts'

/** Limit for responses that list calendars without their events. */
export const MAX_DAV_BYTES = 1024 * 1024

/** Properties of a resource (RFC 4918, RFC 4791); null or false if the server does not report them. */
export type DavResource = {
  href: string
  name: string | null
  isCalendar: boolean
  /** Accepted component types, such as VEVENT; null for all. */
  components: string[] | null
  principal: string | null
  home: string | null
  /** Changes whenever an entry of the calendar changes. */
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

/** Reads the entries of a calendar report (RFC 4791, 7.8). */
export const readDavBusyTask = defineTask<CalendarFile, CalendarRead>({
  name: 'read-dav-busy',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 500,
  maxInput: MAX_CALENDAR_BYTES + 10_000,
  maxOutput: 200_000,
  maxWaiting: 40,
})
