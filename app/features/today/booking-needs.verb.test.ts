import { expect, test } from 'vitest'

import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { getBooking, listBookings } from '#app/features/bookings/admin/list-bookings.server.ts'
import { addFeed } from '#app/features/bookings/calendars/change-feeds.server.ts'
import { refreshCalendar } from '#app/features/bookings/calendars/refresh-calendar.server.ts'
import { cancelBooking } from '#app/features/bookings/change-booking.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createBooking, createMeetingType } from '#tests/factories/booking.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { settleNeed } from './change-today.server.ts'
import { listToday } from './list-today.server.ts'

async function createTeam() {
  const base = await createTestCtx()
  const { actor } = await createTestMember(base, { role: 'owner' })
  return asOwner(base, actor)
}

const bookingNeeds = async (ctx: Ctx) =>
  (await listToday(ctx)).needs.flatMap(({ kind, title, text, path, item }) =>
    kind === 'booking' ? [{ title, text, path, item }] : [],
  )

test('a meeting whose member has left the team waits for somebody until it is moved or cancelled', async () => {
  const ctx = await createTeam()
  const { id: memberId } = await createTestMember(ctx, { role: 'sales', name: 'Grace' })
  await createMeetingType(ctx, { members: JSON.stringify([memberId]) })
  const { id } = await createBooking(ctx, { name: 'Ada' })
  expect(await bookingNeeds(ctx)).toEqual([])
  await removeMember(ctx, { id: memberId })
  expect(await bookingNeeds(ctx)).toEqual([
    {
      item: expect.stringContaining(id),
      title: 'The meeting with Ada has no host',
      text: 'Mon, Nov 23, 09:00 UTC. Grace has left the team. Move the meeting so that somebody else takes it, or cancel it.',
      path: `/admin/bookings/${id}`,
    },
  ])
  expect((await getBooking(ctx, id)).host).toBe('Grace, who has left the team')
  const { bookings } = await listBookings(ctx, { when: 'upcoming', page: 1 })
  expect(bookings[0]?.member).toBe('Grace, who has left the team')
  await cancelBooking(ctx, id)
  expect(await bookingNeeds(ctx)).toEqual([])
})

test('a calendar that has not been read for hours is told of, until it is read or settled', async () => {
  const ctx = await createTeam()
  await addFeed(ctx, { url: 'http://169.254.169.254/latest', member: '' })
  const { id } = await ctx.db.selectFrom('calendar_feed').select('id').executeTakeFirstOrThrow()
  await refreshCalendar(ctx, id, new AbortController().signal)
  expect(await bookingNeeds(ctx)).toEqual([])
  ctx.clock.advance(3 * HOUR)
  const [need] = await bookingNeeds(ctx)
  expect(need).toMatchObject({
    title: 'The calendar at 169.254.169.254 cannot be read',
    text: 'The address could not be reached.',
    path: '/admin/bookings',
  })
  await settleNeed(ctx, { item: need?.item ?? 'none' })
  expect(await bookingNeeds(ctx)).toEqual([])
})
