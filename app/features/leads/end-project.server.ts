import { isDay } from '#app/lib/days.ts'
import { endOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { changeLead } from './change-lead.server.ts'

/**
 * Stores on which day the work for a lead that was won ended, in the site's time zone; an empty day takes it back. Its
 * data is deleted twelve months after the end of that day.
 * @throws {FieldErrors} for what is no day. @throws {AppError} conflict for a lead that was not won.
 */
export async function endProject(ctx: Ctx, input: { id: string; day: string }): Promise<void> {
  const day = input.day.trim()
  if (day !== '' && !isDay(day)) throw new FieldErrors({ day: 'Please enter a day, such as 2026-11-21.' })
  const { timeZone } = await ctx.site(ctx)
  await withTransaction(ctx, async (ctx) => {
    await changeLead(ctx, {
      id: input.id,
      kind: 'project-end',
      body: day || null,
      set: { project_ended_at: day === '' ? null : endOfDay(day, timeZone) },
    })
    const { status } = await ctx.db
      .selectFrom('lead')
      .select('status')
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (status !== 'won') throw new AppError('conflict', 'Only a lead that was won has a project.')
  })
}
