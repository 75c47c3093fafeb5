import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import { type Invitation, writeInvitation } from './invitation.ts'

const invitation: Invitation = {
  method: 'REQUEST',
  uid: '0190-a@agency.example',
  sequence: 2,
  summary: 'Über, uns; und\\alle 👋🏽 '.repeat(9),
  location: 'Room 1\nBEGIN:VEVENT',
  description: 'https://agency.example/booking/x',
  from: Date.UTC(2026, 9, 25, 0, 30),
  to: Date.UTC(2026, 9, 25, 1, 0),
  organizer: { name: 'Agency "A"; B', email: 'hello@agency.example' },
  attendee: 'ada@example.com',
  stamp: Date.UTC(2026, 0, 1),
}

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const [event] = calendar.getAllSubcomponents('vevent')
  if (!event) throw new Error('There is no event.')
  return { calendar, event: new ICAL.Event(event), component: event }
}

test('another reader finds in an invitation what was written', () => {
  const { calendar, event, component } = read(writeInvitation(invitation))
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect(calendar.getAllSubcomponents()).toHaveLength(1)
  expect(event.uid).toBe(invitation.uid)
  expect(event.sequence).toBe(2)
  expect(event.summary).toBe(invitation.summary)
  expect(event.location).toBe(invitation.location)
  expect(event.startDate.toJSDate().getTime()).toBe(invitation.from)
  expect(event.endDate.toJSDate().getTime()).toBe(invitation.to)
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:hello@agency.example')
  expect(component.getFirstProperty('organizer')?.getParameter('cn')).toBe('Agency  A ; B')
  expect(component.getFirstPropertyValue('attendee')).toBe('mailto:ada@example.com')
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
})

test('a cancellation names the same event', () => {
  const { calendar, event, component } = read(writeInvitation({ ...invitation, method: 'CANCEL' }))
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(event.uid).toBe(invitation.uid)
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('lines are at most 75 octets and end as the standard asks', () => {
  const text = writeInvitation(invitation)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
