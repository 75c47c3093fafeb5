import { aiTexts } from '#app/features/ai/messages.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

/** An instance that freezes while it holds the lock delays the others by at most `idle`. */
export const LOCK_BOUNDS = { wait: 5 * SECOND, idle: 2 * SECOND }

const createQueue = () => ({ last: Promise.resolve<unknown>(undefined) })

/**
 * Runs `work` in a transaction, one at a time per instance: those that wait hold no connection, which inquiries need.
 * @throws {AppError} unavailable if the turn does not come in time.
 */
export async function withQueuedTransaction<Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work(ctx)
  const since = performance.now()
  const queue = ctx.state.of(createQueue)
  const turn = queue.last.then(async () => {
    if (performance.now() - since < LOCK_BOUNDS.wait) return withTransaction(ctx, work)
    throw new AppError('unavailable', (await wordedTexts(ctx, aiTexts)).busy, { retryAfter: 10 })
  })
  queue.last = turn.catch(() => {})
  return turn
}
