import { aiMessages } from '#app/features/ai/messages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'

/** An instance that is frozen within it holds up the conversations of others for no longer than `idle`. */
const BOUNDS = { wait: 5 * SECOND, idle: 2 * SECOND }

/** This instance's queue. Whoever waits here takes up no connection, which inquiries need. */
const createQueue = () => ({ last: Promise.resolve<unknown>(undefined) })

/**
 * Limits are counted and money is spent by one transaction at a time, over all instances; joins the caller's.
 * @throws {AppError} unavailable where it is not this one's turn in time.
 */
export async function withSpendingLock<Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const locked = () =>
    withTransaction(ctx, async (ctx) => {
      await ctx.engine.lockUntilCommit(ctx.db, 'chat', BOUNDS)
      return work(ctx)
    })
  if (ctx.db.isTransaction) return locked()
  const since = performance.now()
  const queue = ctx.state.of(createQueue)
  const turn = queue.last.then(() => {
    if (performance.now() - since < BOUNDS.wait) return locked()
    throw new AppError('unavailable', aiMessages[defaultLocale].busy, { retryAfter: 10 })
  })
  queue.last = turn.catch(() => {})
  return turn
}
