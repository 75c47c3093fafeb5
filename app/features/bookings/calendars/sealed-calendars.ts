import { z } from 'zod'

import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'

export const calendarRow = (id: string): string => `calendar_feed:${id}`

/** What is sealed for a calendar of kind caldav, as JSON. For one of kind ics it is its address. */
export const davSecret = z.object({ url: z.string(), user: z.string(), password: z.string() })
export type DavSecret = z.infer<typeof davSecret>

/** The addresses of calendars, which are secrets. */
export const sealedCalendars: SealedColumn = {
  table: 'calendar_feed',
  key: 'id',
  column: 'sealed',
  rowOf: calendarRow,
}
