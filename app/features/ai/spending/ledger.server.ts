import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'

import type { Tokens } from './price-table.ts'
import { LOCK_BOUNDS } from './queued-transaction.server.ts'
import type { SpendingLimits } from './spending-limits.server.ts'

export type CapPeriod = 'day' | 'month'

export class CapReached extends Error {
  override name = 'CapReached'
  readonly period: CapPeriod
  /** Whether it is the cap of one assistant, and not of the installation. */
  readonly isOwn: boolean

  constructor(period: CapPeriod, isOwn = false) {
    super(`The spending cap of the ${period} is reached.`)
    this.period = period
    this.isOwn = isOwn
  }
}

const MICROS = 1_000_000

type Spending = { today: number; thisMonth: number }

/** Returns millionths of a US dollar, including reservations for unfinished replies. Days and months are in UTC. */
export async function readSpending(ctx: Ctx): Promise<Spending> {
  const usage = ctx.db.selectFrom('chat_usage').where('day', '>=', monthOf(ctx.clock.now()))
  return spendingOf(ctx, await usage.select(['day', 'cost_micros']).execute())
}

function spendingOf(ctx: Ctx, rows: readonly { day: string; cost_micros: number }[]): Spending {
  const day = dayOf(ctx.clock.now())
  const ofMonth = rows.filter((row) => row.day.slice(0, 7) === day.slice(0, 7))
  const sumOf = (days: typeof rows) => days.reduce((sum, { cost_micros: cost }) => sum + cost, 0)
  return { today: sumOf(ofMonth.filter((row) => row.day === day)), thisMonth: sumOf(ofMonth) }
}

/** Until the commit, only one transaction of all instances counts streams and spends money. */
export async function lockSpending(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'chat', LOCK_BOUNDS)
}

/**
 * Records money as spent before a call, so that it stays recorded if the process crashes after the provider charged it.
 * Call it late in a transaction, which holds the lock until it commits. @throws {CapReached}
 */
export async function reserveMoney(ctx: Ctx, limits: SpendingLimits, micros: number): Promise<void> {
  await lockSpending(ctx)
  const { today, thisMonth } = await readSpending(ctx)
  if (ctx.limits && today + micros > limits.dailyCap * MICROS) throw new CapReached('day')
  if (ctx.limits && thisMonth + micros > limits.monthlyCap * MICROS) throw new CapReached('month')
  await keepWithinOwnCaps(ctx, micros)
  await addToDay(ctx, dayOf(ctx.clock.now()), { micros, replies: 0, ...noTokens })
}

/** An assistant of another site may have caps below those of the installation. @throws {CapReached} */
async function keepWithinOwnCaps(ctx: Ctx, micros: number): Promise<void> {
  const { dailyCap, monthlyCap } = ctx.assistant
  if (!ctx.limits || (dailyCap === null && monthlyCap === null)) return
  const { today, thisMonth } = await readAssistantSpending(ctx, ctx.assistant.id)
  if (dailyCap !== null && today + micros > dailyCap * MICROS) throw new CapReached('day', true)
  if (monthlyCap !== null && thisMonth + micros > monthlyCap * MICROS) throw new CapReached('month', true)
}

/** Returns the spending of one assistant of another site, in millionths of a US dollar. Days and months are in UTC. */
async function readAssistantSpending(ctx: Ctx, assistantId: string): Promise<Spending> {
  const usage = ctx.db
    .selectFrom('assistant_usage')
    .where('assistant_id', '=', assistantId)
    .where('day', '>=', monthOf(ctx.clock.now()))
  return spendingOf(ctx, await usage.select(['day', 'cost_micros']).execute())
}

export type Settlement = {
  /** The cost counts for the day of its reservation. */
  reservedAt: number
  reserved: number
  actual: number
  /** Null if no provider was called or nothing came. */
  tokens: Tokens | null
}

/** Replaces the reservation with the actual cost. Returns the caps that are 80% spent. */
export async function settleMoney(
  ctx: Ctx,
  limits: SpendingLimits,
  { reservedAt, reserved, actual, tokens }: Settlement,
): Promise<CapPeriod[]> {
  await lockSpending(ctx)
  const micros = actual - reserved
  await addToDay(ctx, dayOf(reservedAt), { micros, replies: 1, ...(tokens ?? noTokens) })
  const { today, thisMonth } = await readSpending(ctx)
  const near: CapPeriod[] = []
  if (today >= 0.8 * limits.dailyCap * MICROS) near.push('day')
  if (thisMonth >= 0.8 * limits.monthlyCap * MICROS) near.push('month')
  return near
}

/** Returns the first day of the month. */
export function monthOf(time: number): string {
  return `${dayOf(time).slice(0, 7)}-01`
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const noTokens: Tokens = { input: 0, output: 0 }

type Addition = Tokens & { micros: number; replies: number }

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
  const { id } = ctx.assistant
  // The site's own spending is the total without that of the other assistants, so it needs no row.
  if (id === siteAssistant.id) return
  await ctx.db
    .insertInto('assistant_usage')
    .values({ assistant_id: id, day, cost_micros: micros })
    .onConflict((conflict) =>
      conflict
        .columns(['assistant_id', 'day'])
        .doUpdateSet((update) => ({ cost_micros: update('assistant_usage.cost_micros', '+', micros) })),
    )
    .execute()
}
