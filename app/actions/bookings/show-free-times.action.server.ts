import { z } from 'zod'

import { readTimeZone } from '#app/lib/time-zones.ts'
import { listFreeTimes } from '#app/features/bookings/availability/find-free-times.server.ts'
import { findOfferedTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import { groupByDay } from '#app/features/bookings/visitor/days.ts'
import { isDay } from '#app/lib/days.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { DAY } from '#app/platform/clock.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

const MOST_TIMES = 40
const USUAL_DAYS = 7

export const showFreeTimesAction = defineAction({
  name: 'show_free_times',
  title: 'Show free times',
  description:
    "Tells which meetings can be booked and when, in the visitor's time zone, which you name together with the times.",
  input: z.strictObject({
    type: text(100).optional().describe('The type of meeting; the first one if left out'),
    from: text(10).optional().describe('A day such as 2026-11-24; today if left out'),
    days: z.int().min(1).max(31).default(USUAL_DAYS),
    timeZone: text(60).optional().describe('Only if the visitor names one'),
  }),
  output: z.object({
    types: z.array(z.object({ type: z.string(), name: z.string(), minutes: z.number() })),
    type: z.string().nullable(),
    timeZone: z.string(),
    days: z.array(
      z.object({ day: z.string(), times: z.array(z.object({ time: z.string(), clock: z.string() })) }),
    ),
    hasMore: z.boolean(),
  }),
  permission: null,
  effect: 'reads',
  isForVisitors: true,
  rest: { method: 'GET', path: '/free-times' },
  async run(ctx, { type: wanted, from, days, timeZone: asked }, call) {
    const [types, site] = await Promise.all([findOfferedTypes(ctx), ctx.site(ctx)])
    const timeZone = readTimeZone(asked) ?? readTimeZone(call.timeZone) ?? site.timeZone
    const type = types.find(({ slug }) => slug === wanted) ?? types[0]
    const start = from !== undefined && isDay(from) ? Date.parse(from) : ctx.clock.now()
    const range = { from: start, to: start + days * DAY }
    const times = type ? await listFreeTimes(ctx, { type, range }) : []
    return {
      types: types.map(({ slug, name, length }) => ({ type: slug, name, minutes: length })),
      type: type ? type.slug : null,
      timeZone,
      days: groupByDay(times.slice(0, MOST_TIMES), timeZone, defaultLocale).map(
        ({ label, times: ofDay }) => ({
          day: label,
          times: ofDay.map(({ value, label: clock }) => ({ time: value, clock })),
        }),
      ),
      hasMore: times.length > MOST_TIMES,
    }
  },
})
