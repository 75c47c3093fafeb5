import { z } from 'zod'

import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'

/** Sealed as JSON for calendars of kind caldav; for kind ics only the URL is sealed. */
export const davSecret = z.object({ url: z.string(), user: z.string(), password: z.string() })
export type DavSecret = z.infer<typeof davSecret>

export const sealedCalendars: SealedColumn = {
  table: 'calendar_feed',
  key: 'id',
  column: 'sealed',
  rowOf: calendarRow,
}
