import type { Ctx } from '#app/platform/context.server.ts'

import { type ListPanelName, listPanels, type PanelRow } from './panels.ts'
import type { Range } from './range.ts'

/** The keys of a panel that count most in a period, `most` of them; all of them for an export. */
export async function listPanel(
  ctx: Ctx,
  name: ListPanelName,
  { from, to }: Range,
  most: number = listPanels[name].most,
): Promise<PanelRow[]> {
  const { dimension, by } = listPanels[name]
  return ctx.db
    .selectFrom('roll_day')
    .select((select) => [
      'key',
      select.fn.sum<number>('n').as('n'),
      select.fn.sum<number>('visitors').as('visitors'),
    ])
    .where('dimension', '=', dimension)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('key')
    .orderBy((order) => order.fn.sum(by), 'desc')
    .orderBy((order) => order.fn.sum('n'), 'desc')
    .orderBy('key')
    .limit(most)
    .execute()
}
