import type { Ctx } from '#app/platform/context.server.ts'
import { SECOND } from '#app/platform/clock.ts'

/** An instance that is frozen while it counts holds up the counting of others for no longer than this. */
const BOUNDS = { wait: 5 * SECOND, idle: 2 * SECOND }

/**
 * One at a time counts, over all processes: so a day's bound of keys holds, and a recount misses nothing. Nothing but
 * counting may wait for it: inquiries and chats are counted from the outbox.
 */
export async function lockRollups(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'analytics', BOUNDS)
}
