import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** Refuses to delete leads with a future meeting, because their guests would still come. @throws {AppError} conflict */
export async function refuseMeetingsAhead(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('booking')
    .select((select) => select.fn.count<number>('lead_id').distinct().as('count'))
    .where('lead_id', 'in', ids)
    .where('state', '=', 'booked')
    .where('starts_at', '>', ctx.clock.now())
    .executeTakeFirstOrThrow()
  if (count === 0) return
  const whose = ids.length === 1 ? 'This lead has' : `${count} of these leads ${count === 1 ? 'has' : 'have'}`
  const text = `${whose} a meeting ahead. Please cancel it under Bookings first, so that the guest is told.`
  throw new AppError('conflict', text)
}
