import { expect, test } from 'vitest'

import { createMeetingType } from '#tests/factories/booking.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { findMeetingTypes } from '../types/find-meeting-types.server.ts'
import { readBookedMeeting } from './booked-meeting.server.ts'
import { readBookPage } from './read-picker.server.ts'

const id = '0198d2f4-0000-7000-8000-000000000001'

function asked(query: string, accepted = 'en-US') {
  const request = new Request(`http://localhost/book/consultation/booked?${query}`, {
    headers: { 'accept-language': accepted },
  })
  return { type: 'consultation', request }
}

test('a booked meeting can be added to Google, Outlook and any other calendar', async () => {
  const ctx = await createTestCtx()
  const { at, links, file } = await readBookedMeeting(
    ctx,
    asked(`time=2026-11-24T15:00Z&zone=America/New_York&id=${id}`),
  )
  expect(at).toBe('Tuesday, November 24, 2026, 10:00 AM–10:30 AM GMT-5 (America/New_York)')
  const [google, outlook] = links.map(({ href }) => new URL(href))
  expect(google?.searchParams.get('dates')).toBe('20261124T150000Z/20261124T153000Z')
  expect(outlook?.searchParams.get('startdt')).toBe('2026-11-24T15:00:00Z')
  for (const text of [google?.searchParams.get('text'), outlook?.searchParams.get('subject')])
    expect(text).toBe('Consultation · Lumivox')
  expect(file?.text).toMatch(/\r\nUID:0198d2f4-0000-7000-8000-000000000001@localhost\r\n/)
  expect(file?.text).toContain('\r\nDTSTART:20261124T150000Z\r\nDTEND:20261124T153000Z\r\n')
})

test('an address can add nothing to the calendar but the meeting and its time', async () => {
  const ctx = await createTestCtx()
  await createMeetingType(ctx, { location: 'https://meet.example/secret' })
  const { file, links } = await readBookedMeeting(ctx, asked('time=2026-11-24T15:00Z&id=x%0d%0aX:1'))
  expect(JSON.stringify([file, links])).not.toMatch(/secret|X:1/)
  expect(await readBookedMeeting(ctx, asked('time=soon'))).toMatchObject({ at: null, links: [], file: null })
})

test('the page says who will be there', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const [type] = await findMeetingTypes(ctx)
  if (!type) throw new Error('one type is always there')
  const { request } = asked('')
  expect((await readBookPage(ctx, type, request)).hosts).toEqual([])
  await ctx.db.updateTable('member').set({ name: 'Ada Lovelace' }).execute()
  const { hosts, view } = await readBookPage(ctx, type, request)
  expect(hosts).toEqual(['Ada Lovelace'])
  expect([view.language, view.firstWeekday]).toEqual(['en-US-u-ca-gregory', 7])
})
