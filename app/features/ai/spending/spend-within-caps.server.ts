import type { FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { aiTexts } from '#app/features/ai/messages.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import type { Turn } from '#app/features/ai/providers/model-call.ts'
import { outputTokens, thinkingOf } from '#app/features/ai/providers/reasoning.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { noticeRecipients, queueEmail } from '#app/platform/email/queue-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import {
  type CapPeriod,
  CapReached,
  dayOf,
  reserveMoney,
  type Settlement,
  settleMoney,
} from './ledger.server.ts'
import { costMicros, findPrice } from './price-table.ts'
import { withQueuedTransaction } from './queued-transaction.server.ts'
import { spendingCapEmail } from './spending-cap.email.tsx'
import type { SpendingLimits } from './spending-limits.server.ts'

/** Returns the most that a reply can cost at either endpoint, in millionths of a dollar. */
export function dearestCost(
  ctx: Pick<Ctx, 'clock'>,
  found: FoundEndpoints,
  limits: SpendingLimits,
  /** `length` is the number of characters outside the turns: of the system prompt and the passages. */
  { length, turns, maxTokens }: { length: number; turns: readonly Turn[]; maxTokens?: number | undefined },
): number {
  if (found.kind !== 'endpoints') return 0
  const characters = turns.reduce((sum, turn) => sum + turn.content.length, length)
  const { primary, fallback } = found.endpoints
  const costs = [primary, fallback ?? primary].map((endpoint) => {
    const output = outputTokens(thinkingOf(endpoint.provider, endpoint.model), maxTokens)
    const { price } = findPrice(endpoint, limits.prices, ctx.clock.now())
    return costMicros(price, { input: estimateTokens(characters), output })
  })
  return Math.max(...costs)
}

/** Runs `work`, which reserves money. Past a cap, mails the owner and throws {AppError} unavailable. */
export async function spendWithinCaps<Result>(
  ctx: Ctx,
  limits: SpendingLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CapReached)) throw error
    const { period, isOwn } = error
    // The transaction that reached the cap was rolled back, so the notice needs its own.
    if (!isOwn) await withTransaction(ctx, (ctx) => queueCapNotice(ctx, limits, { period, percent: 100 }))
    const { resting } = await wordedTexts(ctx, aiTexts)
    throw new AppError('unavailable', resting, { cause: error })
  }
}

/** Reserves money for one call. @throws {AppError} unavailable past a cap. */
export async function reserveWithinCaps(ctx: Ctx, limits: SpendingLimits, micros: number): Promise<void> {
  if (micros === 0) return
  await spendWithinCaps(ctx, limits, () =>
    withQueuedTransaction(ctx, (ctx) => reserveMoney(ctx, limits, micros)),
  )
}

/** Settles a reservation, late in the caller's transaction, and mails the owner if a cap is near. */
export async function settleWithinCaps(
  ctx: Ctx,
  limits: SpendingLimits,
  settlement: Settlement,
): Promise<void> {
  for (const period of await settleMoney(ctx, limits, settlement))
    await queueCapNotice(ctx, limits, { period, percent: 80 })
}

async function queueCapNotice(
  ctx: Ctx,
  limits: SpendingLimits,
  notice: { period: CapPeriod; percent: 80 | 100 },
): Promise<void> {
  const { period, percent } = notice
  const date = dayOf(ctx.clock.now()).slice(0, period === 'day' ? 10 : 7)
  await queueEmail(ctx, {
    template: spendingCapEmail,
    props: { period, percent, date, cap: period === 'day' ? limits.dailyCap : limits.monthlyCap },
    to: await noticeRecipients(ctx),
    dedupeKey: `chat-cap:${period}:${date}:${percent}`,
  })
}
