import type { Ctx } from '#app/platform/context.server.ts'

import { funnelSteps } from '../rollups/dimensions.ts'

import type { Range } from './range.ts'

export type FunnelStep = { step: (typeof funnelSteps)[number]; visitors: number }

/** How many daily visitors saw a page, a service, went on to chat or contact, and sent an inquiry. */
export async function readFunnel(ctx: Ctx, { from, to }: Range): Promise<FunnelStep[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => ['key', select.fn.sum<number>('visitors').as('visitors')])
    .where('dimension', '=', 'funnel')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .execute()
  return funnelSteps.map((step) => ({ step, visitors: rows.find(({ key }) => key === step)?.visitors ?? 0 }))
}
