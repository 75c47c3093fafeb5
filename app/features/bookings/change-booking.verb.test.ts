import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import { bookingSending, createBooking, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { holdSlot } from './availability/hold-slot.server.ts'
import { bookingToken } from './booking-records.server.ts'
import { cancelByLink, markMissed, moveByLink } from './change-booking.server.ts'
import { remindOfBooking } from './mails/remind-of-booking.job.server.ts'
import { starterType } from './types/find-meeting-types.server.ts'
import { bookMeeting } from './visitor/book-meeting.server.ts'

async function withBooking() {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const booking = await createBooking(ctx)
  return { ctx, ...booking, token: bookingToken(ctx, booking.id) }
}

async function nextTime(ctx: TestCtx): Promise<number> {
  return assertDefined((await freeTimesOf(ctx))[0], 'there are more times')
}

const bookingMails = (ctx: TestCtx) =>
  ctx.db.selectFrom('email').select('subject').where('template', '=', 'booking').orderBy('id').execute()

test('a meeting that is moved frees its old time and has the next sequence', async () => {
  const { ctx, id, start, token } = await withBooking()
  const to = await nextTime(ctx)
  await moveByLink(ctx, { token, start: to })
  const row = await ctx.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ starts_at: to, sequence: 1, state: 'booked' })
  const times = await freeTimesOf(ctx)
  expect(times).toContain(start)
  expect(times).not.toContain(to)
  expect((await bookingMails(ctx))[1]?.subject).toMatch(/^Moved: Consultation/)
})

test('a meeting can be moved by less than its length', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  await createMeetingType(ctx, { length: 60 })
  const { id, start } = await createBooking(ctx)
  await moveByLink(ctx, { token: bookingToken(ctx, id), start: start + 30 * MINUTE })
  const slices = await ctx.db.selectFrom('slot_claim').select('slice').orderBy('slice').execute()
  expect(slices.map(({ slice }) => slice * 5 * MINUTE - start)).toEqual(
    Array.from({ length: 12 }, (_, n) => (n + 6) * 5 * MINUTE),
  )
})

test('two who move to one time at once: one of them is told', async () => {
  const { ctx, token } = await withBooking()
  const other = await createBooking(ctx)
  const to = await nextTime(ctx)
  const tries = await Promise.allSettled([
    moveByLink(ctx, { token, start: to }),
    moveByLink(ctx, { token: bookingToken(ctx, other.id), start: to }),
  ])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await ctx.db.selectFrom('slot_claim').select('slice').execute()).toHaveLength(12)
})

test('a cancelled meeting frees its time and stays cancelled', async () => {
  const { ctx, start, token } = await withBooking()
  await cancelByLink(ctx, token)
  expect(await freeTimesOf(ctx)).toContain(start)
  await expect(moveByLink(ctx, { token, start: await nextTime(ctx) })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await bookingMails(ctx))[1]?.subject).toMatch(/^Cancelled: Consultation/)
})

test('whoever presses the button twice has cancelled once, and is told so', async () => {
  const { ctx, token } = await withBooking()
  await Promise.all([cancelByLink(ctx, token), cancelByLink(ctx, token)])
  await cancelByLink(ctx, token)
  expect(await bookingMails(ctx)).toHaveLength(2)
  const { sequence } = await ctx.db.selectFrom('booking').select('sequence').executeTakeFirstOrThrow()
  expect(sequence).toBe(1)
})

test('who knows the id of a booking cannot take its time by a hold of that name', async () => {
  const { ctx, id, token } = await withBooking()
  const start = await nextTime(ctx)
  await moveByLink(ctx, { token, start })
  for (const attempt of [1, 2])
    expect([attempt, await holdSlot(ctx, { type: starterType, start, holder: id })]).toEqual([attempt, null])
  await expect(bookMeeting(ctx, bookingSending(start, { hold: id }))).rejects.toMatchObject({
    code: 'conflict',
  })
  const claims = ctx.db.selectFrom('slot_claim').select('slice').where('booking_id', '=', id)
  expect(await claims.execute()).toHaveLength(6)
})

test('a guest who moves a meeting to a time of another one of theirs is told that it is taken', async () => {
  const ctx = await createTestCtx()
  const members = [await createTestMember(ctx), await createTestMember(ctx)].map(({ id }) => id)
  await createMeetingType(ctx, { members: JSON.stringify(members) })
  const [first = 0, second = 0] = await freeTimesOf(ctx)
  const email = 'ada@example.com'
  const { id } = await createBooking(ctx, { start: first, email })
  await createBooking(ctx, { start: second, email })
  await expect(moveByLink(ctx, { token: bookingToken(ctx, id), start: second })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a link that is not ours opens nothing', async () => {
  const { ctx, id, token } = await withBooking()
  for (const bad of [id, `${id}.`, `${token}x`, `x${token}`, 'x'.repeat(5000), ''])
    await expect(cancelByLink(ctx, bad)).rejects.toMatchObject({ code: 'not-found' })
})

test('a meeting that has begun is changed no more, and can be marked as missed', async () => {
  const { ctx, id, token } = await withBooking()
  const owner = asOwner(ctx)
  await expect(markMissed(owner, id)).rejects.toMatchObject({ code: 'invalid' })
  ctx.clock.advance(3 * DAY)
  await expect(cancelByLink(ctx, token)).rejects.toMatchObject({ code: 'conflict' })
  await markMissed(owner, id)
  expect(await ctx.db.selectFrom('booking').select('state').execute()).toEqual([{ state: 'missed' }])
})

test('reminders are queued for a day and an hour before, and sent for the time that holds', async () => {
  const { ctx, id, start, token } = await withBooking()
  const queued = () =>
    ctx.db
      .selectFrom('job')
      .select('run_at')
      .where('name', '=', 'remind-of-booking')
      .orderBy('run_at')
      .execute()
  expect((await queued()).map(({ run_at }) => start - run_at)).toEqual([24, 1].map((n) => n * 3_600_000))
  await moveByLink(ctx, { token, start: await nextTime(ctx) })
  const run = async (sequence: number) => {
    const conclusion = await remindOfBooking.run(
      ctx,
      { bookingId: id, sequence },
      { signal: new AbortController().signal },
    )
    await conclusion?.(ctx)
  }
  await run(0)
  expect(await bookingMails(ctx)).toHaveLength(2)
  await run(1)
  expect((await bookingMails(ctx))[2]?.subject).toMatch(/^Soon: Consultation/)
})
