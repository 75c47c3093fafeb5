import type { Ctx } from '#app/platform/context.server.ts'

import { funnelSteps, TALKED } from '../rollups/dimensions.ts'

import type { Range } from './range.ts'

export type FunnelStep = { step: (typeof funnelSteps)[number]; visitors: number }

/**
 * How many daily visitors saw a page, a service, and went on to chat or contact, and how many inquiries there were. Chats
 * and inquiries are counted one by one, for nothing tells whose they are.
 */
export async function readFunnel(ctx: Ctx, { from, to }: Range): Promise<FunnelStep[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', '=', 'funnel')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .execute()
  const of = (key: string) => rows.find((row) => row.key === key) ?? { n: 0, visitors: 0 }
  const counts = {
    page: of('page').visitors,
    service: of('service').visitors,
    talk: of('talk').visitors + of(TALKED).n,
    inquiry: of('inquiry').n,
  }
  return funnelSteps.map((step) => ({ step, visitors: counts[step] }))
}
