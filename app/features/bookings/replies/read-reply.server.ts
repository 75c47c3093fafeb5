import ICAL from 'ical.js'

import type { InvitationAnswer, InvitationReply, ReadReply } from './read-reply.ts'

const MOST = 20
const LONGEST = 300

const answers: Readonly<Record<string, InvitationAnswer>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
}

/** @throws if it is not a calendar. */
export function readReply({ bytes }: { bytes: Uint8Array }): ReadReply {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '')
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const method = calendar.name === 'vcalendar' ? wordIn(calendar, 'method').toUpperCase() : ''
  const events = method === 'REPLY' ? calendar.getAllSubcomponents('vevent').slice(0, MOST) : []
  return { replies: events.flatMap(repliesIn).slice(0, MOST), isProposal: method === 'COUNTER' }
}

function repliesIn(event: ICAL.Component): InvitationReply[] {
  const uid = wordIn(event, 'uid')
  const sequence = event.hasProperty('sequence') ? Number(wordIn(event, 'sequence')) : 0
  const stamp = event.getFirstPropertyValue('dtstamp')
  if (uid === '' || !Number.isInteger(sequence)) return []
  return event
    .getAllProperties('attendee')
    .slice(0, MOST)
    .flatMap((property) => {
      const attendee = /^mailto:(.+)$/i.exec(short(property.getFirstValue()))?.[1]
      const answer = answers[short(property.getFirstParameter('partstat')).toUpperCase()]
      if (attendee === undefined || answer === undefined) return []
      return [
        {
          uid,
          sequence,
          attendee: attendee.trim(),
          answer,
          stamp: stamp instanceof ICAL.Time ? timeOf(stamp) : null,
          hasComment: `${wordIn(event, 'comment')}${noteOf(property)}`.trim() !== '',
        },
      ]
    })
}

/** Google writes comments into a parameter. */
function noteOf(attendee: ICAL.Property): string {
  return short(attendee.getFirstParameter('x-response-comment'))
}

function wordIn(component: ICAL.Component, name: string): string {
  return short(component.getFirstPropertyValue(name))
}

function short(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST) : ''
}

function timeOf(time: ICAL.Time): number | null {
  const at = time.toJSDate().getTime()
  return Number.isNaN(at) ? null : at
}
