import { eventLines, writeCalendar } from '../mails/invitation.ts'

export type CalendarEntry = { summary: string; location: string; from: number; to: number }

/** Addresses that open the visitor's calendar with the meeting filled in; neither service needs a key for them. */
export function calendarLinks({ summary, location, from, to }: CalendarEntry) {
  const short = (at: number) => `${isoSeconds(at).replaceAll(/[-:]/g, '')}Z`
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${short(from)}/${short(to)}`,
    ...(location && { location }),
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: summary,
    startdt: `${isoSeconds(from)}Z`,
    enddt: `${isoSeconds(to)}Z`,
    ...(location && { location }),
  })
  return [
    { name: 'Google', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ] as const
}

/** @param uid that of the invitation in the mail, so that a calendar which has both shows one entry */
export function calendarFile(entry: CalendarEntry, uid: string, stamp: number): string {
  const lines = eventLines({ ...entry, uid, stamp, description: '' })
  return writeCalendar('PUBLISH', [[...lines, 'SEQUENCE:0', 'STATUS:CONFIRMED']])
}

function isoSeconds(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}
