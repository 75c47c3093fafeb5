import type { Ctx } from '#app/platform/context.server.ts'

import type { SpendingLimits } from './spending-limits-schema.ts'

export type CapPeriod = 'day' | 'month'

/** Thrown when a reply could pass a cap; the caller tells the visitor and the owner. */
export class CapReached extends Error {
  override name = 'CapReached'
  readonly period: CapPeriod

  constructor(period: CapPeriod) {
    super(`The cap of the ${period} is reached.`)
    this.period = period
  }
}

const MICROS = 1_000_000

/** Millionths of a US dollar, with what is set aside for replies under way. Days and months are UTC's. */
export async function readSpending(ctx: Ctx): Promise<{ today: number; thisMonth: number }> {
  const day = dayOf(ctx.clock.now())
  const month = day.slice(0, 7)
  const rows = await ctx.db
    .selectFrom('chat_usage')
    .select(['day', 'cost_micros'])
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .execute()
  return {
    today: rows.find((row) => row.day === day)?.cost_micros ?? 0,
    thisMonth: rows.reduce((sum, row) => sum + row.cost_micros, 0),
  }
}

/**
 * Sets money aside for one reply, as part of what was spent: a process that dies before it settles leaves it spent, for
 * the provider may have charged it. The caller holds the chat's lock, so that two processes cannot both take the last.
 * @throws {CapReached} when it would pass a cap.
 */
export async function reserveMoney(ctx: Ctx, limits: SpendingLimits, micros: number): Promise<void> {
  const { today, thisMonth } = await readSpending(ctx)
  if (ctx.limits && today + micros > limits.dailyCap * MICROS) throw new CapReached('day')
  if (ctx.limits && thisMonth + micros > limits.monthlyCap * MICROS) throw new CapReached('month')
  await addToDay(ctx, dayOf(ctx.clock.now()), { micros, replies: 0, input: 0, output: 0 })
}

export type Settlement = {
  /** When the money was set aside: it is settled on that day. */
  reservedAt: number
  reserved: number
  actual: number
  input: number
  output: number
}

/** Puts what a reply did cost in the place of what was set aside. Tells which caps are four fifths spent. */
export async function settleMoney(
  ctx: Ctx,
  limits: SpendingLimits,
  { reservedAt, reserved, actual, input, output }: Settlement,
): Promise<CapPeriod[]> {
  await addToDay(ctx, dayOf(reservedAt), { micros: actual - reserved, replies: 1, input, output })
  const { today, thisMonth } = await readSpending(ctx)
  const near: CapPeriod[] = []
  if (today >= 0.8 * limits.dailyCap * MICROS) near.push('day')
  if (thisMonth >= 0.8 * limits.monthlyCap * MICROS) near.push('month')
  return near
}

/** For example 2026-11-21. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

type Addition = { micros: number; replies: number; input: number; output: number }

async function addToDay(ctx: Ctx, day: string, { micros, replies, input, output }: Addition): Promise<void> {
  await ctx.db
    .insertInto('chat_usage')
    .values({ day, cost_micros: micros, replies, input_tokens: input, output_tokens: output })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((update) => ({
        cost_micros: update('chat_usage.cost_micros', '+', micros),
        replies: update('chat_usage.replies', '+', replies),
        input_tokens: update('chat_usage.input_tokens', '+', input),
        output_tokens: update('chat_usage.output_tokens', '+', output),
      })),
    )
    .execute()
}
