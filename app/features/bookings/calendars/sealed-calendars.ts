import type { SealedColumn } from '#app/platform/crypto/rotate-secret.server.ts'

export const calendarRow = (id: string): string => `calendar_feed:${id}`

/** The addresses of calendars, which are secrets. */
export const sealedCalendars: SealedColumn = {
  table: 'calendar_feed',
  key: 'id',
  column: 'sealed',
  rowOf: calendarRow,
}
