import { readSpending, reserveMoney } from '#app/features/ai/spending/ledger.server.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import type { SpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { qualitySettings } from '../quality-settings.server.ts'

import type { EndReason } from './test-result.ts'

const MICROS = 1_000_000
/** The share of a cap that tests may use, so that visitors have the rest. */
const SHARE = 0.8

export class RunEnded extends Error {
  override name = 'RunEnded'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(`The run ended: ${reason}.`)
    this.reason = reason
  }
}

export async function readTestSpending(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('test_spending')
    .select('cost_micros')
    .where('month', '=', monthOf(ctx.clock.now()))
    .executeTakeFirst()
  return row === undefined ? 0 : row.cost_micros
}

/** Records money as spent before a call, in the general ledger and in that of the tests. @throws {RunEnded} */
export async function reserveForTest(ctx: Ctx, limits: SpendingLimits, micros: number): Promise<void> {
  const { monthlyBound } = await qualitySettings.read(ctx)
  await withQueuedTransaction(ctx, async (ctx) => {
    await reserveMoney(ctx, limits, micros)
    const { today, thisMonth } = await readSpending(ctx)
    const isNear = today > SHARE * limits.dailyCap * MICROS || thisMonth > SHARE * limits.monthlyCap * MICROS
    if (ctx.limits && isNear) throw new RunEnded('cap')
    const spent = await addTestSpending(ctx, ctx.clock.now(), micros)
    if (spent > monthlyBound * MICROS) throw new RunEnded('bound')
  })
}

/** Adds to a month's sum and returns it. Call it under the ledger's lock. */
export async function addTestSpending(ctx: Ctx, at: number, micros: number): Promise<number> {
  const { cost_micros } = await ctx.db
    .insertInto('test_spending')
    .values({ month: monthOf(at), cost_micros: micros })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet((update) => ({
        cost_micros: update('test_spending.cost_micros', '+', micros),
      })),
    )
    .returning('cost_micros')
    .executeTakeFirstOrThrow()
  return cost_micros
}

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}
