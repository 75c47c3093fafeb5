import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

const PRESENT_FOR = 5 * MINUTE

/** Visitors who did something in the last five minutes. */
export async function countPresent(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.count<number>('visitor').distinct().as('n'))
    .where('at', '>', ctx.clock.now() - PRESENT_FOR)
    .where('kind', '!=', 'web_vitals')
    .executeTakeFirstOrThrow()
  return row.n
}
