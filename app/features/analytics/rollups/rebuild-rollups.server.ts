import { setTimeout as sleep } from 'node:timers/promises'

import { addDays, listDays } from '#app/lib/days.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { RecountTable } from '#app/platform/db/schema/analytics.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { recounts } from '../stats/key-sums.server.ts'

import { addToRollups, lockRollups } from './add-to-rollups.server.ts'
import { firstWholeDay } from './delete-old-events.job.server.ts'
import { nextEvents } from './events-between.server.ts'
import { deleteSeen, seenLabel } from './seen.server.ts'

/**
 * Runs `npm run analytics:rebuild`: recounts all stored events while the server may run, and returns the lines to print.
 * Days whose events were deleted keep their figures, and so do the visits that were left out.
 */
export async function rebuildRollups(ctx: Ctx): Promise<string[]> {
  const days = await daysToRecount(ctx)
  if (days.length === 0) return ['There are no events to count.']
  let counted = 0
  for (const day of days) counted += await recountDay(ctx, day)
  return [`Recounted ${counted} events of ${days.length} days.`]
}

/** Returns the days whose events are all still stored. */
export async function daysToRecount(ctx: Ctx): Promise<string[]> {
  const { timeZone } = await ctx.site(ctx)
  const first = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.min<number | null>('at').as('at'))
    .executeTakeFirst()
  if (first?.at === null || first?.at === undefined) return []
  const whole = await firstWholeDay.read(ctx)
  return listDays(dayOf(first.at, timeZone), dayOf(ctx.clock.now(), timeZone)).filter(
    (day) => whole === null || day >= whole,
  )
}

/** Events per transaction of some milliseconds; it blocks the storing of visits and, on the embedded database, all writers. */
const EVENTS_IN_SLICE = 100

type Recounting = { day: string; draft: number; start: number; end: number }

/** Recounts a day into a draft in batches and shows it with the last one. New events count in both meanwhile (`addToDrafts`). */
export async function recountDay(ctx: Ctx, day: string): Promise<number> {
  const { timeZone } = await ctx.site(ctx)
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  const { draft, shown, abandoned } = await beginRecount(ctx, day, start)
  if (abandoned !== null) await deleteSeen(ctx, ['=', seenLabel(day, abandoned)])
  let counted = 0
  for (let isLast = false; !isLast;) {
    const since = performance.now()
    const slice = await withTransaction(ctx, (ctx) => countSlice(ctx, { day, draft, start, end }))
    counted += slice.counted
    isLast = slice.isLast
    // Leave half of the time to others.
    await sleep(performance.now() - since)
  }
  const isOver = day < addDays(dayOf(ctx.clock.now(), timeZone), -1)
  await deleteSeen(ctx, ['=', seenLabel(day, shown)])
  if (isOver) {
    await deleteSeen(ctx, ['=', seenLabel(day, draft)])
    await ctx.db.deleteFrom('recount').where('day', '=', day).where('draft', 'is', null).execute()
  }
  return counted
}

/** Returns the numbers of three versions of the day: the new draft, the visible one, and an abandoned draft. */
async function beginRecount(ctx: Ctx, day: string, start: number) {
  return withTransaction(ctx, async (ctx) => {
    await lockRollups(ctx)
    const known = await ctx.db.selectFrom('recount').selectAll().where('day', '=', day).executeTakeFirst()
    const { generation: shown, draft: abandoned } = known ?? { generation: 0, draft: null }
    const draft = Math.max(shown, abandoned ?? shown) + 1
    const begun = { draft, after_at: start, after_id: '' }
    await ctx.db
      .insertInto('recount')
      .values({ day, generation: 0, ...begun })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(begun))
      .execute()
    await ctx.db.deleteFrom('roll_draft').where('day', '=', day).execute()
    return { draft, shown, abandoned }
  })
}

async function countSlice(ctx: Ctx, recounting: Recounting): Promise<{ counted: number; isLast: boolean }> {
  const { day, draft, end } = recounting
  await lockRollups(ctx)
  const recount = await ctx.db
    .selectFrom('recount')
    .selectAll()
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (recount.draft !== draft) throw new Error(`Another process has started to recount ${day}.`)
  const events = await nextEvents(ctx, cursorOf(recount), end, EVENTS_IN_SLICE)
  if (events.length > 0) await addToRollups(ctx, events, { draft: day })
  const isLast = events.length < EVENTS_IN_SLICE
  if (isLast) {
    await showDraft(ctx, recounting)
    await recounts.save(ctx, (await recounts.read(ctx)) + 1)
  }
  const { at: after_at, id: after_id } = events.at(-1) ?? cursorOf(recount)
  const state = isLast ? { generation: draft, draft: null } : { after_at, after_id }
  await ctx.db.updateTable('recount').set(state).where('day', '=', day).execute()
  return { counted: events.length, isLast }
}

function cursorOf({ after_at, after_id }: RecountTable) {
  return { at: after_at, id: after_id }
}

/** Replaces some thousands of rows at most, because keys per day are limited. Refusals have no events, so their sums stay. */
async function showDraft(ctx: Ctx, { day, start, end }: Recounting): Promise<void> {
  const hours = await ctx.db
    .selectFrom('roll_draft')
    .select(['key', 'n'])
    .where('day', '=', day)
    .where('dimension', '=', 'hour')
    .execute()
  await ctx.db.deleteFrom('roll_day').where('day', '=', day).where('dimension', '!=', 'refused').execute()
  await ctx.db.deleteFrom('roll_hour').where('hour', '>=', start).where('hour', '<', end).execute()
  await ctx.db
    .insertInto('roll_day')
    .columns(['dimension', 'day', 'key', 'n', 'visitors'])
    .expression((from) =>
      from
        .selectFrom('roll_draft')
        .select(['dimension', 'day', 'key', 'n', 'visitors'])
        .where('day', '=', day)
        .where('dimension', '!=', 'hour'),
    )
    .execute()
  if (hours.length > 0)
    await ctx.db
      .insertInto('roll_hour')
      .values(
        hours.map(({ key, n }) => {
          const [hour = '', kind = ''] = key.split(' ')
          return { hour: Number(hour), kind, n }
        }),
      )
      .execute()
  await ctx.db.deleteFrom('roll_draft').where('day', '=', day).execute()
}
