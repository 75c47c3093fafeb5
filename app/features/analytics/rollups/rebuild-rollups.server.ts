import { listDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { firstWholeDay } from './delete-old-events.job.server.ts'
import { recountDay } from './recount-day.server.ts'

/**
 * `npm run analytics:rebuild`: counts every stored event anew, beside a running server, and returns the lines to print.
 * Days whose events are no longer kept stay as they were counted, and so does what was left out.
 */
export async function rebuildRollups(ctx: Ctx): Promise<string[]> {
  const { timeZone } = await ctx.site(ctx)
  const first = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.min<number | null>('at').as('at'))
    .executeTakeFirst()
  if (first?.at === null || first?.at === undefined) return ['There are no events to count.']
  const whole = await firstWholeDay.read(ctx)
  const days = listDays(dayOf(first.at, timeZone), dayOf(ctx.clock.now(), timeZone)).filter(
    (day) => whole === null || day >= whole,
  )
  let counted = 0
  for (const day of days) counted += await recountDay(ctx, day)
  return [`Counted ${counted} events of ${days.length} days anew.`]
}
