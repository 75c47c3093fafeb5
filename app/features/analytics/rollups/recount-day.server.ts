import { setTimeout as sleep } from 'node:timers/promises'

import { addDays } from '#app/lib/days.ts'
import { dayOf, endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { RecountTable } from '#app/platform/db/schema/analytics.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { addToRollups, seenLabel } from './add-to-rollups.server.ts'
import { deleteSeen } from './delete-seen.server.ts'
import { nextEvents } from './events-between.server.ts'
import { lockRollups } from './lock-rollups.server.ts'

/** Takes some milliseconds, for which visits wait to be stored, and on the embedded database whoever writes. */
const EVENTS_IN_SLICE = 100

type Recounting = { day: string; draft: number; start: number; end: number }

/**
 * Counts a day's events anew beside the figures that are shown, a slice a transaction, and puts the new figures in their
 * place with the last one. What comes meanwhile is counted into both (`addToDrafts`).
 */
export async function recountDay(ctx: Ctx, day: string): Promise<number> {
  const { timeZone } = await ctx.site(ctx)
  const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
  const { draft, former } = await beginRecount(ctx, day, start)
  for (const generation of former.slice(1)) await deleteSeen(ctx, ['=', seenLabel(day, generation)])
  let counted = 0
  for (let isLast = false; !isLast;) {
    const since = performance.now()
    const slice = await withTransaction(ctx, (ctx) => countSlice(ctx, { day, draft, start, end }))
    counted += slice.counted
    isLast = slice.isLast
    // Others have as much of the time as this takes.
    await sleep(performance.now() - since)
  }
  const isOver = day < addDays(dayOf(ctx.clock.now(), timeZone), -1)
  await deleteSeen(ctx, ['=', seenLabel(day, former[0] ?? 0)])
  if (isOver) {
    await deleteSeen(ctx, ['=', seenLabel(day, draft)])
    await ctx.db.deleteFrom('recount').where('day', '=', day).where('draft', 'is', null).execute()
  }
  return counted
}

/** @returns the generation to count, and those before it: the one that is shown, and one that was given up. */
async function beginRecount(ctx: Ctx, day: string, start: number) {
  return withTransaction(ctx, async (ctx) => {
    await lockRollups(ctx)
    const known = await ctx.db.selectFrom('recount').selectAll().where('day', '=', day).executeTakeFirst()
    const former = known ? [known.generation, ...(known.draft === null ? [] : [known.draft])] : [0]
    const draft = Math.max(...former) + 1
    const begun = { draft, after_at: start, after_id: '' }
    await ctx.db
      .insertInto('recount')
      .values({ day, generation: 0, ...begun })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(begun))
      .execute()
    await ctx.db.deleteFrom('roll_draft').where('day', '=', day).execute()
    return { draft, former }
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
  if (recount.draft !== draft) throw new Error(`Somebody else has begun to count ${day} anew.`)
  const events = await nextEvents(ctx, cursorOf(recount), end, EVENTS_IN_SLICE)
  if (events.length > 0) await addToRollups(ctx, events, { draft: day })
  const isLast = events.length < EVENTS_IN_SLICE
  if (isLast) await showDraft(ctx, recounting)
  const { at: after_at, id: after_id } = events.at(-1) ?? cursorOf(recount)
  const state = isLast ? { generation: draft, draft: null } : { after_at, after_id }
  await ctx.db.updateTable('recount').set(state).where('day', '=', day).execute()
  return { counted: events.length, isLast }
}

function cursorOf({ after_at, after_id }: RecountTable) {
  return { at: after_at, id: after_id }
}

/** Some thousands of rows at most, for a day's keys are bounded. What was left out is told by no event, and stays. */
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
