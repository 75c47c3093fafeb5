import type { Ctx } from '#app/platform/context.server.ts'

import { quantile, type Vital, vitals } from '../rollups/vital-buckets.ts'

import type { Range } from './range.ts'

export type VitalFigure = { vital: Vital; p75: number | null; samples: number }

/** What three of four page views stay within. */
export async function readVitals(ctx: Ctx, { from, to }: Range): Promise<VitalFigure[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select((select) => ['dimension', 'key', select.fn.sum<number>('n').as('n')])
    .where('dimension', 'in', vitals)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['dimension', 'key'])
    .execute()
  return vitals.map((vital) => {
    const buckets = rows.filter(({ dimension }) => dimension === vital)
    return {
      vital,
      p75: quantile(buckets, 0.75),
      samples: buckets.reduce((sum, { n }) => sum + n, 0),
    }
  })
}
