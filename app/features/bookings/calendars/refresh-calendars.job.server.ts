import { z } from 'zod'

import { MINUTE } from '#app/platform/clock.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { writeCalendarEntries } from './dav/write-entries.job.server.ts'
import { refreshCalendar } from './refresh-calendar.server.ts'

export const REFRESH_EVERY = 15 * MINUTE

export const refreshOneCalendar = defineJob({
  name: 'refresh-calendar',
  lane: 'reading',
  payload: z.object({ feedId: z.string() }),
  maxAttempts: 2,
  deadline: MINUTE,
  run: (ctx, { feedId }, { signal }) => refreshCalendar(ctx, feedId, signal),
})

/** Queues one job per calendar, so that none waits for one that hangs. */
export const refreshCalendars = defineJob({
  name: 'refresh-calendars',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const feeds = await ctx.db.selectFrom('calendar_feed').select(['id', 'writes']).execute()
    const round = Math.floor(ctx.clock.now() / REFRESH_EVERY)
    for (const { id, writes } of feeds) {
      await enqueue(ctx, refreshOneCalendar, { feedId: id }, { id: `refresh-calendar:${id}:${round}` })
      if (writes === 1)
        await enqueue(ctx, writeCalendarEntries, { feedId: id }, { id: `calendar-entries:${id}:${round}` })
    }
  },
})
