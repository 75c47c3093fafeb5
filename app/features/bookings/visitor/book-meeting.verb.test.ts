import fc from 'fast-check'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.server.ts'
import { bookingSending, createBooking, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { holdSlot } from '../availability/hold-slot.server.ts'
import { saveHours } from '../availability/save-hours.server.ts'
import { saveMeetingType } from '../types/save-meeting-type.server.ts'
import { findMeetingTypes, starterType } from '../types/find-meeting-types.server.ts'
import { bookMeeting } from './book-meeting.server.ts'

async function withOwner(): Promise<TestCtx> {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  return ctx
}

async function firstTime(ctx: TestCtx): Promise<number> {
  return assertDefined((await freeTimesOf(ctx))[0], 'the owner works in this fortnight')
}

test('a fresh installation offers a consultation on working days in the time zone of the site', async () => {
  const ctx = await createTestCtx()
  expect(await freeTimesOf(ctx)).toEqual([])
  await createTestOwner(ctx)
  const times = await freeTimesOf(ctx)
  expect(times).toHaveLength(10 * 16)
  expect(new Date(times[0] ?? 0).toISOString()).toBe('2026-11-23T09:00:00.000Z')
  expect((await findMeetingTypes(ctx)).map(({ name, length }) => [name, length])).toEqual([
    ['Consultation', 30],
  ])
})

test('a booking is a person and a lead with its source, in one transaction with its mails', async () => {
  const ctx = await withOwner()
  const { id, start } = await createBooking(ctx, {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    first_page: '/pricing?utm_source=news',
  })
  const lead = await ctx.db.selectFrom('lead').selectAll().executeTakeFirstOrThrow()
  expect(lead).toMatchObject({ form: 'booking', utm_source: 'news', email: 'ada@example.com' })
  expect(lead.message).toContain('Consultation: Monday, November 23, 2026, 10:00–10:30 GMT+1')
  const booking = await ctx.db.selectFrom('booking').selectAll().executeTakeFirstOrThrow()
  expect(booking).toMatchObject({ id, lead_id: lead.id, starts_at: start, ends_at: start + 30 * MINUTE })
  expect(await ctx.db.selectFrom('person').select('name').execute()).toEqual([{ name: 'Ada Lovelace' }])
  const mails = await ctx.db
    .selectFrom('email')
    .select(['template', 'subject', 'about'])
    .orderBy('id')
    .execute()
  expect(mails).toEqual([
    {
      template: 'booking',
      subject: 'Your meeting: Consultation, Mon, Nov 23, 10:00 GMT+1',
      about: `lead:${lead.id}`,
    },
  ])
  expect(await ctx.db.selectFrom('event_outbox').select('kind').execute()).toEqual([{ kind: 'contact_form' }])
})

test('a time is booked once, however many ask for it at once', async () => {
  const ctx = await withOwner()
  const start = await firstTime(ctx)
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => bookMeeting({ ...ctx, limits: false }, bookingSending(start))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
  expect(await ctx.db.selectFrom('booking').select('id').execute()).toHaveLength(1)
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toHaveLength(1)
  expect(await freeTimesOf(ctx)).not.toContain(start)
})

test('every offered time can be booked, whatever minutes lengths, buffers and hours have', async () => {
  const ctx = { ...(await withOwner()), limits: false }
  await createMeetingType(ctx)
  const { id } = await ctx.db.selectFrom('member').select('id').executeTakeFirstOrThrow()
  const meeting = fc.record({
    length: fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
    buffer_before: fc.integer({ min: 0, max: 20 }),
    buffer_after: fc.integer({ min: 0, max: 20 }),
    nth: fc.nat(9),
  })
  const minute = fc.integer({ min: 0, max: 59 }).map((n) => String(n).padStart(2, '0'))
  const meetings = fc.array(meeting, { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(meetings, minute, minute, async (each, opens, closes) => {
      for (const table of ['slot_claim', 'booking'] as const) await ctx.db.deleteFrom(table).execute()
      const monday = `9:${opens}-11:${closes}`
      await saveHours(asOwner(ctx), { id, timeZone: 'Europe/Berlin', 'day-0': monday, exceptions: '' })
      for (const { nth, ...rules } of each) {
        await ctx.db.updateTable('meeting_type').set(rules).execute()
        const times = await freeTimesOf(ctx)
        const start = times[nth % (times.length || 1)]
        if (start !== undefined) await bookMeeting(ctx, bookingSending(start))
      }
      const blocked = await ctx.db
        .selectFrom('booking')
        .select(['blocked_from', 'blocked_to'])
        .orderBy('blocked_from')
        .execute()
      for (const [n, { blocked_to }] of blocked.slice(0, -1).entries())
        expect(blocked[n + 1]?.blocked_from).toBeGreaterThanOrEqual(blocked_to)
    }),
    { numRuns: 20 },
  )
})

test('whoever sends the form twice at once has booked once', async () => {
  const ctx = await withOwner()
  const sending = bookingSending(await firstTime(ctx))
  const tries = await Promise.all([sending, sending, sending].map((each) => bookMeeting(ctx, each)))
  expect(new Set(tries.map(({ bookingId }) => bookingId)).size).toBe(1)
})

test('a held time is refused to others for five minutes, and taken by its holder', async () => {
  const ctx = await withOwner()
  const start = await firstTime(ctx)
  const holder = newId()
  expect(await holdSlot(ctx, { type: starterType, start, holder })).not.toBeNull()
  expect(await freeTimesOf(ctx)).not.toContain(start)
  await expect(bookMeeting(ctx, bookingSending(start))).rejects.toMatchObject({ code: 'conflict' })
  ctx.clock.advance(4 * MINUTE)
  await bookMeeting(ctx, bookingSending(start, { hold: holder }))
  expect(await ctx.db.selectFrom('booking').select('id').execute()).toHaveLength(1)
})

test('a hold ends by time alone, and one that begins ends the one before', async () => {
  const ctx = await withOwner()
  const [first = 0, second = 0] = await freeTimesOf(ctx)
  const holder = newId()
  await holdSlot(ctx, { type: starterType, start: first, holder })
  await holdSlot(ctx, { type: starterType, start: second, holder })
  expect((await freeTimesOf(ctx))[0]).toBe(first)
  ctx.clock.advance(5 * MINUTE)
  expect((await freeTimesOf(ctx)).slice(0, 2)).toEqual([first, second])
  await bookMeeting(ctx, bookingSending(second))
})

test('members who share a type take turns, and nobody waits for a member who is taken', async () => {
  const ctx = await withOwner()
  const members = [await createTestMember(ctx), await createTestMember(ctx)].map(({ id }) => id)
  await createMeetingType(ctx, { members: JSON.stringify(members) })
  const start = await firstTime(ctx)
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => bookMeeting(ctx, bookingSending(start))))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const booked = await ctx.db.selectFrom('booking').select('member_id').execute()
  expect(booked.map(({ member_id }) => member_id).toSorted()).toEqual(members.toSorted())
})

test.each([
  [{ time: '' }, { time: 'Please choose a time.' }],
  [{ name: ' ' }, { name: 'Please enter your name.' }],
  [{ email: 'ada' }, { email: 'Please enter an e-mail address such as name@example.com.' }],
])('bad input %j is refused with its sentence', async (fields, faults) => {
  const ctx = await withOwner()
  const start = await firstTime(ctx)
  await expect(bookMeeting(ctx, bookingSending(start, fields))).rejects.toMatchObject({ fields: faults })
})

test('times that nobody offers, programs and other meetings are refused', async () => {
  const ctx = await withOwner()
  const start = await firstTime(ctx)
  for (const at of [start + MINUTE, start - 24 * HOUR, start + 400 * 24 * HOUR])
    await expect(bookMeeting(ctx, bookingSending(at))).rejects.toMatchObject({ code: 'conflict' })
  const program = bookingSending(start, { website: 'https://spam.example' })
  await expect(bookMeeting(ctx, program)).rejects.toMatchObject({ code: 'invalid' })
  const unknown = { ...bookingSending(start), type: 'dinner' }
  await expect(bookMeeting(ctx, unknown)).rejects.toMatchObject({ code: 'not-found' })
  expect(await ctx.db.selectFrom('booking').select('id').execute()).toEqual([])
})

test('a lead that is deleted takes its booking along, and the time is free again', async () => {
  const ctx = await withOwner()
  const { start } = await createBooking(ctx)
  await ctx.db.deleteFrom('lead').execute()
  expect(await ctx.db.selectFrom('slot_claim').select('slice').execute()).toEqual([])
  expect(await freeTimesOf(ctx)).toContain(start)
})

test('a type whose members have all left is offered by the owner, as where nobody is chosen', async () => {
  const ctx = await createTestCtx()
  const { id: owner } = await createTestOwner(ctx)
  const { id: gone } = await createTestMember(ctx, { removedAt: ctx.clock.now() })
  await createMeetingType(ctx, { members: JSON.stringify([gone]) })
  await createBooking(ctx)
  expect(await ctx.db.selectFrom('booking').select('member_id').execute()).toEqual([{ member_id: owner }])
})

test('the most of a day holds on the day of 25 hours too', async () => {
  const ctx = await createTestCtx()
  const { id } = await createTestOwner(ctx)
  await createMeetingType(ctx, { window_days: 365, daily_maximum: 1 })
  const week = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [`day-${day}`, '0-24']))
  await saveHours(asOwner(ctx), { id, timeZone: 'Europe/Berlin', ...week })
  await bookMeeting(ctx, bookingSending(Date.parse('2027-10-30T22:00Z')))
  await expect(bookMeeting(ctx, bookingSending(Date.parse('2027-10-31T22:30Z')))).rejects.toMatchObject({
    code: 'conflict',
  })
  await bookMeeting(ctx, bookingSending(Date.parse('2027-10-31T23:00Z')))
})

test('five invitations reach a mailbox in ten minutes, under whatever variants of its address', async () => {
  const ctx = await withOwner()
  const book = async (n: number) =>
    bookMeeting(ctx, bookingSending(await firstTime(ctx), { email: `Victim+${n}@example.com` }))
  for (let n = 1; n <= 5; n += 1) await book(n)
  await expect(book(6)).rejects.toMatchObject({ code: 'too-many' })
  const mails = ctx.db.selectFrom('email').select('id').where('template', '=', 'booking')
  expect(await mails.execute()).toHaveLength(5)
})

test('whether an address has a meeting can be asked as seldom as a meeting can be booked', async () => {
  const ctx = await withOwner()
  const { start } = await createBooking(ctx, { email: 'ann@example.com' })
  const ask = () => bookMeeting(ctx, bookingSending(start, { email: 'ann@example.com' }))
  for (let n = 1; n < 20; n += 1) expect(await ask()).toMatchObject({ isNew: false })
  await expect(ask()).rejects.toMatchObject({ code: 'too-many' })
})

test('answers to the questions of a meeting stand on its lead, and a required one must be given', async () => {
  const ctx = await withOwner()
  const type = { id: 'consultation', name: 'Consultation', questions: 'Which topic? *\nAnything else?' }
  await saveMeetingType(asOwner(ctx), { ...type, isOffered: 'on' })
  await expect(createBooking(ctx, {})).rejects.toMatchObject({
    fields: { 'answer-0': 'Please answer this.' },
  })
  await createBooking(ctx, { 'answer-0': 'Calls' })
  const lead = await ctx.db.selectFrom('lead').select(['message', 'answers']).executeTakeFirstOrThrow()
  expect(lead.message).not.toContain('Calls')
  expect(JSON.parse(String(lead.answers))).toEqual([
    { questionId: '0', question: 'Which topic?', kind: 'long', answer: 'Calls' },
  ])
})
