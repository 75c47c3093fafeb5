import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import { changeRole, removeMember } from '#app/features/auth/team/change-member.server.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { AppError } from '#app/platform/errors.ts'
import { createBooking, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { bookingToken } from '../booking-records.server.ts'
import { cancelByLink, moveByLink } from '../change-booking.server.ts'

import { endOwnFeed, readOwnFeed, renewOwnFeed } from './own-feed.server.ts'
import { readFeed } from './read-feed.server.ts'

async function withFeed() {
  const base = await createTestCtx()
  const { actor } = await createTestMember(base, { role: 'owner' })
  const ctx = asOwner(base, actor)
  return { ctx, key: await newKey(ctx), memberId: actor.memberId }
}

async function newKey(ctx: TestCtx): Promise<string> {
  return (await renewOwnFeed(ctx)).url.split('?key=')[1] ?? 'none'
}

const read = (ctx: TestCtx, key: string, etags = '') =>
  readFeed({ ...ctx, actor: null }, { key, etags, clientAddress: '203.0.113.20' })

function eventsIn(text: string | null) {
  const calendar = new ICAL.Component(ICAL.parse(text ?? '') as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    at: event.getFirstPropertyValue('dtstart')?.toString(),
    sequence: event.getFirstPropertyValue('sequence'),
    status: event.getFirstPropertyValue('status'),
    summary: event.getFirstPropertyValue('summary'),
  }))
}

test('a calendar program reads the bookings, moved and cancelled ones too, as the invitations name them', async () => {
  const { ctx, key } = await withFeed()
  await createMeetingType(ctx, { name: 'Talk; with, signs\\', location: 'Room 1' })
  const moved = await createBooking(ctx, { name: 'Ada\nEND:VCALENDAR' })
  const cancelled = await createBooking(ctx, { name: 'Bob' })
  const [to = 0] = await freeTimesOf(ctx)
  await moveByLink(ctx, { token: bookingToken(ctx, moved.id), start: to })
  await cancelByLink(ctx, bookingToken(ctx, cancelled.id))
  const { text } = await read(ctx, key)
  const at = (start: number) => new Date(start).toISOString().slice(0, 19).concat('Z')
  expect(eventsIn(text)).toEqual([
    {
      uid: `${cancelled.id}@localhost`,
      at: at(cancelled.start),
      sequence: 1,
      status: 'CANCELLED',
      summary: 'Talk; with, signs\\: Bob',
    },
    {
      uid: `${moved.id}@localhost`,
      at: at(to),
      sequence: 1,
      status: 'CONFIRMED',
      summary: expect.stringMatching(/^Talk; with, signs\\: Ada/),
    },
  ])
})

test('it is sent again only once something has changed', async () => {
  const { ctx, key } = await withFeed()
  const { id } = await createBooking(ctx)
  const first = await read(ctx, key)
  expect(await read(ctx, key, `"other", ${first.etag}`)).toEqual({ etag: first.etag, text: null })
  await cancelByLink(ctx, bookingToken(ctx, id))
  const second = await read(ctx, key, first.etag)
  expect(second.etag).not.toBe(first.etag)
  expect(second.text).toContain('STATUS:CANCELLED')
})

test('a new address ends the former one, and none is stored as it is', async () => {
  const { ctx, key } = await withFeed()
  const other = await newKey(ctx)
  await expect(read(ctx, key)).rejects.toMatchObject({ code: 'not-found' })
  expect((await read(ctx, other)).text).toContain('BEGIN:VCALENDAR')
  expect(JSON.stringify(await ctx.db.selectFrom('booking_feed').selectAll().execute())).not.toContain(other)
  expect(await readOwnFeed(ctx)).toBe(ctx.clock.now())
  await endOwnFeed(ctx)
  await expect(read(ctx, other)).rejects.toMatchObject({ code: 'not-found' })
  expect(await readOwnFeed(ctx)).toBeNull()
  await expect(endOwnFeed(ctx)).rejects.toMatchObject({ code: 'not-found' })
})

test("nobody reads a colleague's bookings, and who left reads none", async () => {
  const { ctx, key } = await withFeed()
  await createBooking(ctx, { name: 'Of the owner' })
  const { actor } = await createTestMember(ctx, { role: 'sales' })
  const theirs = await newKey(asOwner(ctx, actor))
  expect(eventsIn((await read(ctx, theirs)).text)).toEqual([])
  expect(eventsIn((await read(ctx, key)).text)).toHaveLength(1)
  await removeMember(ctx, { id: actor.memberId })
  await expect(read(ctx, theirs)).rejects.toMatchObject({ code: 'not-found' })
})

test('a feed ends with the role that let its member read bookings', async () => {
  const { ctx } = await withFeed()
  const { actor } = await createTestMember(ctx, { role: 'sales' })
  const theirs = await newKey(asOwner(ctx, actor))
  await changeRole(ctx, { id: actor.memberId, role: 'viewer' })
  expect((await read(ctx, theirs)).text).toContain('BEGIN:VCALENDAR')
  await changeRole(ctx, { id: actor.memberId, role: 'editor' })
  await expect(read(ctx, theirs)).rejects.toMatchObject({ code: 'not-found' })
})

test('who tries keys is slowed down, and so is a program that asks all the time', async () => {
  const { ctx, key } = await withFeed()
  for (const bad of ['', 'x', '%00', 'x'.repeat(5000)])
    await expect(read(ctx, bad)).rejects.toMatchObject({ code: 'not-found' })
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => read(ctx, 'wrong')))
  const refused = tries.map((each) => (each.status === 'rejected' ? (each.reason as AppError).code : 'read'))
  expect(new Set(refused)).toEqual(new Set(['not-found', 'too-many']))
  expect((await read(ctx, key)).text).not.toBeNull()
  const reads = await Promise.allSettled(Array.from({ length: 60 }, () => read(ctx, key)))
  expect(reads.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})

test('fifty thousand bookings are a calendar of the next two thousand', async () => {
  const { ctx, key, memberId } = await withFeed()
  const leadId = await createLead(ctx, { name: 'Ada' })
  const now = ctx.clock.now()
  const stored = Array.from({ length: 50_000 }, (_, n) => {
    const at = now + (n - 25_000) * 30 * MINUTE
    return {
      id: `b${n}`,
      type_id: 'consultation',
      member_id: memberId,
      starts_at: at,
      ends_at: at + 30 * MINUTE,
      blocked_from: at,
      blocked_to: at,
      state: 'booked' as const,
      time_zone: 'UTC',
      guest_hash: `g${n}`,
      lead_id: leadId,
      sequence: 0,
      answer: null,
      answered_at: null,
      created_at: now,
      updated_at: now,
    }
  })
  for (let n = 0; n < stored.length; n += 1000)
    await ctx.db
      .insertInto('booking')
      .values(stored.slice(n, n + 1000))
      .execute()
  const { text } = await read(ctx, key)
  const events = eventsIn(text)
  expect(events).toHaveLength(2000)
  expect(Date.parse(String(events[0]?.at))).toBeGreaterThanOrEqual(now - 31 * DAY)
})
