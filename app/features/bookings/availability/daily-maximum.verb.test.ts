import { expect, test } from 'vitest'

import { DAY } from '#app/platform/clock.ts'
import { bookingSending, createMeetingType, freeTimesOf } from '#tests/factories/booking.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { bookingToken } from '../booking-records.server.ts'
import { moveByLink } from '../change-booking.server.ts'
import { bookMeeting } from '../visitor/book-meeting.server.ts'

async function withOneADay() {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  await createMeetingType(ctx, { daily_maximum: 1 })
  const times = await freeTimesOf(ctx)
  const days = Object.values(Object.groupBy(times, (time) => Math.floor(time / DAY)))
  const timeOf = (day: number, n: number) => days[day]?.[n] ?? 0
  return { ctx, timeOf }
}

const book = (ctx: TestCtx, start: number) => bookMeeting(ctx, bookingSending(start))
const statesOf = (tries: readonly PromiseSettledResult<unknown>[]) =>
  tries.map(({ status }) => status).toSorted()
const startsOf = async (ctx: TestCtx) =>
  (await ctx.db.selectFrom('booking').select('starts_at').execute()).map(({ starts_at }) => starts_at)

test('two who book different times of a day at once do not exceed its maximum', async () => {
  const { ctx, timeOf } = await withOneADay()
  const tries = await Promise.allSettled([book(ctx, timeOf(0, 0)), book(ctx, timeOf(0, 3))])
  expect(statesOf(tries)).toEqual(['fulfilled', 'rejected'])
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
  expect(await startsOf(ctx)).toHaveLength(1)
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toHaveLength(1)
})

test('two who move to different times of a day at once do not exceed its maximum', async () => {
  const { ctx, timeOf } = await withOneADay()
  const ids = [await book(ctx, timeOf(0, 0)), await book(ctx, timeOf(1, 0))].map(({ bookingId }) => bookingId)
  const tries = await Promise.allSettled(
    ids.map((id, n) => moveByLink(ctx, { token: bookingToken(ctx, id), start: timeOf(2, 2 * n) })),
  )
  expect(statesOf(tries)).toEqual(['fulfilled', 'rejected'])
  expect((await startsOf(ctx)).filter((start) => start >= timeOf(2, 0))).toHaveLength(1)
})

test('a meeting can be moved within a day that is full with it', async () => {
  const { ctx, timeOf } = await withOneADay()
  const { bookingId } = await book(ctx, timeOf(0, 0))
  await moveByLink(ctx, { token: bookingToken(ctx, bookingId), start: timeOf(0, 4) })
  expect(await startsOf(ctx)).toEqual([timeOf(0, 4)])
})
