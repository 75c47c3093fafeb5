import { assertDefined } from '#app/lib/assert-defined.ts'
import { addDays, listDays } from '#app/lib/days.ts'
import { createSeededRandom } from '#app/lib/seeded-random.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'

import { crawlerOperators } from './channels/ai-names.ts'
import { foldOutbox } from './collect/event-outbox.server.ts'
import { addDayCounts, addHourCounts, chunksOf } from './rollups/add-to-rollups.server.ts'
import { dayCount, foldEvents, addHour } from './rollups/fold-events.ts'
import { seedVisit, type SeededPages } from './seed-visit.ts'
import { analyticsSettings } from './settings/analytics-settings.server.ts'
import { packDays } from './visits/pack-days.job.server.ts'

const YEAR = { visits: 500_000, days: 365 }
/** A row has fifteen values, and SQLite allows 32,766 parameters. */
const ROWS_AT_ONCE = 2000
const KEPT_DAYS = 400

type Seeding = { until: number; pages: SeededPages; size?: typeof YEAR }

/** Adds 500,000 visits within the year before `until`, and their sums. */
export async function seedYearOfVisits(ctx: Ctx, { until, pages, size = YEAR }: Seeding): Promise<string> {
  await storeSetting(ctx, analyticsSettings.key, {
    ...(await analyticsSettings.read(ctx)),
    retentionDays: KEPT_DAYS,
  })
  const { timeZone } = await ctx.site(ctx)
  const today = dayOf(until, timeZone)
  const days = listDays(addDays(today, 1 - size.days), today)
  const random = createSeededRandom(66)
  const shares = shareOut(size.visits, days, (until - startOfDay(today, timeZone)) / DAY)
  for (const [n, day] of days.entries()) {
    const start = startOfDay(day, timeZone)
    const end = Math.min(until, endOfDay(day, timeZone))
    const count = assertDefined(shares[n], 'each day has its share')
    const events = Array.from({ length: count }, () => seedVisit(random, { start, end, pages })).flat()
    events.sort((one, other) => one.at - other.at)
    const folded = foldEvents(events, timeZone)
    for (const sighting of folded.sightings.values()) {
      dayCount(folded.days, sighting).visitors += 1
      if (sighting.dimension === 'all') addHour(folded.hours, sighting.hour, 'visitor')
    }
    await withTransaction(ctx, async (ctx) => {
      for (const some of chunksOf(events, ROWS_AT_ONCE))
        await ctx.db
          .insertInto('event')
          .values(some.map((event) => ({ id: newId(), ...event })))
          .execute()
      await addDayCounts(ctx, 'roll_day', [...folded.days.values()])
      await addHourCounts(ctx, folded)
      await seedCrawls(ctx, day, random.below(8) + 4)
    })
  }
  for (let isWaiting = true; isWaiting;) isWaiting = (await foldOutbox(ctx)) > 0
  await packDays.run(ctx, {}, { signal: new AbortController().signal })
  return `Added ${size.visits} visits of ${size.days} days.`
}

/** Distributes visits with quieter weekends and slow growth; the last day gets only its elapsed part. */
function shareOut(visits: number, days: readonly string[], begun: number): number[] {
  const weights = days.map((day, n) => {
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
    const season = 1 + 0.15 * Math.sin(n / 29) + 0.08 * Math.sin(n * 1.7)
    return (
      (isWeekend ? 0.55 : 1) * (0.7 + (0.6 * n) / days.length) * season * (n === days.length - 1 ? begun : 1)
    )
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let [passed, given] = [0, 0]
  return weights.map((weight) => {
    passed += weight
    const share = Math.round((visits * passed) / whole) - given
    given += share
    return share
  })
}

async function seedCrawls(ctx: Ctx, day: string, requests: number): Promise<void> {
  const names = crawlerOperators.flatMap((operator) => operator.names).slice(0, requests)
  const paths = ['/', '/services', '/blog', '/about']
  await ctx.db
    .insertInto('crawl')
    .values(
      names.flatMap((crawler, n) =>
        paths.map((path, place) => ({ day, crawler, path, n: 1 + ((n * 7 + place * 3 + requests) % 9) })),
      ),
    )
    .execute()
}
