import { z } from 'zod'

import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'

export const calendarRow = (id: string): string => `calendar_feed:${id}`

/** Sealed as JSON for calendars of kind caldav; for kind ics only the URL is sealed. */
export const davSecret = z.object({ url: z.string(), user: z.string(), password: z.string() })
export type DavSecret = z.infer<typeof davSecret>

/** Sealed as JSON for calendars of kind google and microsoft. */
export const onlineSecret = z.object({
  account: z.string(),
  refreshToken: z.string(),
  accessToken: z.string(),
  expiresAt: z.number(),
})
export type OnlineSecret = z.infer<typeof onlineSecret>

export const sealedCalendars: SealedColumn = {
  table: 'calendar_feed',
  key: 'id',
  column: 'sealed',
  rowOf: calendarRow,
}
