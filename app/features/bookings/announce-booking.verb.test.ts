import { expect, test } from 'vitest'

import { eraseLead } from '#app/features/leads/delete-lead.server.ts'
import { markNoticesSeen, readOwnNotices } from '#app/features/notices/own-notices.server.ts'
import { addWebhook } from '#app/features/webhooks/webhooks.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createBooking, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { bookingToken } from './booking-records.server.ts'
import { bookingSettings } from './booking-settings.server.ts'
import { cancelByLink, moveBooking, moveByLink } from './change-booking.server.ts'
import { remindOfBooking } from './mails/remind-of-booking.job.server.ts'

const nextTime = async (ctx: TestCtx) => assertDefined((await freeTimesOf(ctx))[0], 'there are more times')

async function work(ctx: TestCtx): Promise<void> {
  const worker = startWorker(ctx, jobs, [])
  await worker.whenIdle()
  await worker.drain(5000)
}

const noticeMails = (ctx: TestCtx) =>
  ctx.db
    .selectFrom('email')
    .select(['subject', 'recipients', 'reply_to'])
    .where('template', '=', 'notice')
    .orderBy('id')
    .execute()

test('other programs are told of a meeting in the order of its lead, and nothing stays of one that is erased', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const events = ['lead.created', 'booking.created', 'booking.moved', 'booking.cancelled']
  await addWebhook(asOwner(ctx), { url: 'https://receiver.example/', events })
  const { id, start } = await createBooking(ctx, { email: 'ada@example.com' })
  const token = bookingToken(ctx, id)
  const to = await nextTime(ctx)
  await moveByLink(ctx, { token, start: to })
  await cancelByLink(ctx, token)
  const told = await ctx.db
    .selectFrom('webhook_delivery')
    .select(['kind', 'subject_id', 'payload'])
    .orderBy('id')
    .execute()
  expect(told.map(({ kind }) => kind)).toEqual(events)
  const [leadId = ''] = new Set(told.map(({ subject_id }) => subject_id))
  expect(told.every(({ subject_id }) => subject_id === leadId)).toBe(true)
  const payloads = told.map(({ payload }) => JSON.parse(payload) as { data: object })
  expect(payloads[1]?.data).toMatchObject({
    id,
    leadId,
    state: 'booked',
    type: 'consultation',
    startsAt: new Date(start).toISOString(),
    email: 'ada@example.com',
  })
  expect(payloads[2]?.data).toMatchObject({ startsAt: new Date(to).toISOString() })
  expect(payloads[3]?.data).toMatchObject({ state: 'cancelled' })
  await eraseLead(ctx, leadId)
  expect(await ctx.db.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
})

test('whose meeting it is gets a mail that the guest can be answered from, until they opened it', async () => {
  const ctx = await createTestCtx()
  const { actor } = await createTestMember(ctx, { role: 'owner', email: 'owner@example.com' })
  const { id } = await createBooking(ctx, { name: 'Ada Lovelace', email: 'ada@example.com' })
  await work(ctx)
  const start = 'Mon, Nov 23, 09:00 UTC'
  expect(await noticeMails(ctx)).toEqual([
    {
      subject: `Booked: Consultation with Ada Lovelace, ${start}`,
      recipients: '["owner@example.com"]',
      reply_to: 'ada@example.com',
    },
  ])
  const own = asOwner(ctx, actor)
  const newest = async () => (await readOwnNotices(own)).newest
  expect(await newest()).toMatchObject([{ kind: 'booking', tried: ['mail'], isSeen: false }])
  await markNoticesSeen(own, `/admin/bookings/${id}`)
  expect(await newest()).toMatchObject([{ isSeen: true }])
})

test('of two changes the last one is told, and nobody is told of their own', async () => {
  const ctx = await createTestCtx()
  const { actor } = await createTestMember(ctx, { role: 'owner' })
  const { id } = await createBooking(ctx)
  await cancelByLink(ctx, bookingToken(ctx, id))
  const own = await createBooking(ctx)
  await work(ctx)
  await moveBooking(asOwner(ctx, actor), { id: own.id, start: await nextTime(ctx) })
  await work(ctx)
  const told = (await noticeMails(ctx)).map(({ subject }) => subject.split(':')[0])
  expect(told).toHaveLength(2)
  expect(new Set(told)).toEqual(new Set(['Cancelled', 'Booked']))
})

test('who loses a meeting to a colleague is told too', async () => {
  const ctx = await createTestCtx()
  const one = (await createTestMember(ctx, { role: 'owner', email: 'one@example.com' })).actor.memberId
  const two = (await createTestMember(ctx, { role: 'sales', email: 'two@example.com' })).actor.memberId
  await createMeetingType(ctx, { members: JSON.stringify([one, two]) })
  const [first, second] = await freeTimesOf(ctx)
  const [start, to] = [assertDefined(first, 'a time'), assertDefined(second, 'another time')]
  const { id } = await createBooking(ctx, { start })
  const memberOf = async () =>
    (await ctx.db.selectFrom('booking').select('member_id').where('id', '=', id).executeTakeFirstOrThrow())
      .member_id
  const before = await memberOf()
  // Makes the member busy at the other time, so that the meeting goes to the colleague.
  await ctx.db
    .insertInto('slot_claim')
    .values(
      Array.from({ length: 6 }, (_, n) => ({
        member_id: before,
        slice: to / 300_000 + n,
        holder: 'another meeting',
        booking_id: null,
        expires_at: null,
      })),
    )
    .execute()
  await moveByLink(ctx, { token: bookingToken(ctx, id), start: to })
  expect(await memberOf()).not.toBe(before)
  await work(ctx)
  const told = (await noticeMails(ctx)).map(({ subject }) => subject.split(':')[0])
  expect(new Set(told)).toEqual(new Set(['Moved', 'Assigned to somebody else']))
})

test.each([
  ['each at its time', [24 * HOUR, HOUR], 2],
  ['one by a server that was away past both', [30 * MINUTE, 30 * MINUTE - SECOND], 1],
])('reminders are sent: %s', async (_name, left, count) => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const { start } = await createBooking(ctx)
  const jobsOf = ctx.db.selectFrom('job').select('payload').where('name', '=', remindOfBooking.name)
  for (const [n, { payload }] of (await jobsOf.orderBy('run_at').execute()).entries()) {
    ctx.clock.advance(start - assertDefined(left[n], 'there are two') - ctx.clock.now())
    const { signal } = new AbortController()
    const run = remindOfBooking.run(ctx, remindOfBooking.payload.parse(JSON.parse(payload)), { signal })
    await (
      await run
    )?.(ctx)
  }
  const mails = ctx.db.selectFrom('email').select('subject').where('subject', 'like', 'Soon: %')
  expect(await mails.execute()).toHaveLength(count)
})

test('a reminder that was switched off after the booking is not sent', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const { start } = await createBooking(ctx)
  const settings = { calendarGoodFor: '24', afterwards: 'closed' }
  await bookingSettings.save(asOwner(ctx), { ...settings, reminders: '24' })
  const queued = ctx.db.selectFrom('job').select('payload').where('name', '=', remindOfBooking.name)
  for (const { payload } of await queued.orderBy('run_at').execute()) {
    const read = remindOfBooking.payload.parse(JSON.parse(payload))
    ctx.clock.advance(start - assertDefined(read.hours, 'queued now') * HOUR - ctx.clock.now())
    await (
      await remindOfBooking.run(ctx, read, { signal: new AbortController().signal })
    )?.(ctx)
  }
  const mails = ctx.db.selectFrom('email').select('subject').where('subject', 'like', 'Soon: %')
  expect(await mails.execute()).toHaveLength(1)
})

test('a reminder whose job runs again, because its process stalled, is sent once', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const { start } = await createBooking(ctx)
  const { payload } = await ctx.db
    .selectFrom('job')
    .select('payload')
    .where('name', '=', remindOfBooking.name)
    .orderBy('run_at')
    .executeTakeFirstOrThrow()
  const { signal } = new AbortController()
  ctx.clock.advance(start - 24 * HOUR - ctx.clock.now())
  const read = remindOfBooking.payload.parse(JSON.parse(payload))
  for (const _attempt of [1, 2]) {
    const conclude = await remindOfBooking.run(ctx, read, { signal })
    await conclude?.(ctx)
    ctx.clock.advance(MINUTE + SECOND)
  }
  const mails = ctx.db.selectFrom('email').select('subject').where('subject', 'like', 'Soon: %')
  expect(await mails.execute()).toHaveLength(1)
})
