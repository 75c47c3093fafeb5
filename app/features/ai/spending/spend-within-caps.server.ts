import type { FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { aiMessages } from '#app/features/ai/messages.ts'
import { MAX_OUTPUT_TOKENS, type Turn } from '#app/features/ai/providers/model-call.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { noticeRecipients } from '#app/platform/email/notice-recipients.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { AppError } from '#app/platform/errors.ts'

import {
  type CapPeriod,
  CapReached,
  dayOf,
  reserveMoney,
  type Settlement,
  settleMoney,
} from './ledger.server.ts'
import { costMicros, estimateTokens, priceOf } from './price-table.ts'
import { spendingCapEmail } from './spending-cap.email.tsx'
import type { SpendingLimits } from './spending-limits-schema.ts'
import { withSpendingLock } from './with-spending-lock.server.ts'

/**
 * The most a reply can cost in millionths of a dollar, at whichever endpoint it is made; nothing where no provider is
 * called.
 */
export function dearestCost(
  found: FoundEndpoints,
  limits: SpendingLimits,
  /** Characters that come to the turns: the system prompt, and passages at most. */
  length: number,
  turns: readonly Turn[],
): number {
  if (found.kind !== 'endpoints') return 0
  const characters = turns.reduce((sum, turn) => sum + turn.content.length, length)
  const tokens = { input: estimateTokens(characters), output: MAX_OUTPUT_TOKENS }
  const { primary, fallback } = found.endpoints
  const costs = [primary, fallback ?? primary].map(({ provider, model }) =>
    costMicros(priceOf(provider, model, limits.prices), tokens),
  )
  return Math.max(...costs)
}

/** Runs what sets money aside; past a cap the owner is told, and whoever asked is refused with a sentence. */
export async function spendWithinCaps<Result>(
  ctx: Ctx,
  limits: SpendingLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CapReached)) throw error
    const { period } = error
    // In a transaction of its own: the one that found the cap was taken back.
    await withTransaction(ctx, (ctx) => queueCapNotice(ctx, limits, { period, percent: 100 }))
    throw new AppError('unavailable', aiMessages[defaultLocale].resting, { cause: error })
  }
}

/**
 * Sets money aside for one text, in a transaction of its own.
 * @throws {AppError} unavailable past a cap.
 */
export async function setAside(ctx: Ctx, limits: SpendingLimits, micros: number): Promise<void> {
  await spendWithinCaps(ctx, limits, () =>
    withSpendingLock(ctx, async (ctx) => {
      if (micros > 0) await reserveMoney(ctx, limits, micros)
    }),
  )
}

/** Settles what was set aside, in the caller's transaction, and tells the owner of a cap that is near. */
export async function settleWithinCaps(
  ctx: Ctx,
  limits: SpendingLimits,
  settlement: Settlement,
): Promise<void> {
  for (const period of await settleMoney(ctx, limits, settlement))
    await queueCapNotice(ctx, limits, { period, percent: 80 })
}

/** Mails the owner that a cap is near or reached: once for each, for a day or a month. */
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
