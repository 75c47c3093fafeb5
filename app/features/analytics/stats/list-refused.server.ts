import type { Ctx } from '#app/platform/context.server.ts'

import type { Range } from './range.ts'

export type RefusedCount = { key: string; n: number }

/** How many visits are in no figure, and why. */
export async function listRefused(ctx: Ctx, { from, to }: Range): Promise<RefusedCount[]> {
  return ctx.db
    .selectFrom('roll_day')
    .select((select) => ['key', select.fn.sum<number>('n').as('n')])
    .where('dimension', '=', 'refused')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .orderBy('n', 'desc')
    .orderBy('key')
    .execute()
}
