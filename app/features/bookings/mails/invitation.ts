export type Invitation = {
  method: 'REQUEST' | 'CANCEL'
  uid: string
  sequence: number
  summary: string
  location: string
  description: string
  from: number
  to: number
  organizer: { name: string; email: string }
  attendee: string
  /** When this version of the invitation was made, in milliseconds. */
  stamp: number
}

/** Returns an iTIP message (RFC 5546). Times are in UTC, which every calendar shows in its own zone. */
export function writeInvitation(invitation: Invitation): string {
  const { method, organizer, attendee } = invitation
  return writeCalendar(method, [
    [
      ...eventLines(invitation),
      `SEQUENCE:${invitation.sequence}`,
      `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
      `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${address(organizer.email)}`,
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${address(attendee)}`,
    ],
  ])
}

type Event = Pick<Invitation, 'uid' | 'summary' | 'location' | 'description' | 'from' | 'to' | 'stamp'>

export function eventLines({ uid, summary, location, description, from, to, stamp }: Event): string[] {
  return [
    `UID:${text(uid)}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(to)}`,
    `SUMMARY:${text(summary)}`,
    ...(location ? [`LOCATION:${text(location)}`] : []),
    ...(description ? [`DESCRIPTION:${text(description)}`] : []),
  ]
}

/** @param method null for an event stored in a calendar (RFC 4791, 4.1). */
export function writeCalendar(
  method: Invitation['method'] | 'PUBLISH' | null,
  events: readonly (readonly string[])[],
  name?: string,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Bookings//EN',
    'CALSCALE:GREGORIAN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    ...(name === undefined ? [] : [`X-WR-CALNAME:${text(name)}`]),
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Escapes text values (RFC 5545, 3.3.11). */
function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`)
}

/** Quotes a parameter; quotes inside it cannot be escaped (RFC 5545, 3.2). */
function parameter(value: string): string {
  return `"${value.replaceAll(/["\p{Cc}]/gu, ' ')}"`
}

function address(email: string): string {
  return email.replaceAll(/[\s\p{Cc}]/gu, '')
}

/** Folds lines at 75 octets, between characters (RFC 5545, 3.1). */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > (lines.length === 0 ? 75 : 74)) {
      lines.push(current)
      current = ''
      octets = 0
    }
    current += letter
    octets += size
  }
  return [...lines, current].join('\r\n ')
}
