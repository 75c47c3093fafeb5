import { findBackupStatus } from '#app/platform/backup/backup-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** This many tries without success are worth a word: the server has been away for minutes. */
const STUCK_AFTER = 3

/** What the frame of the admin shows on every page. */
export async function readAdminShell(ctx: Ctx) {
  const { email } = requireActor(ctx)
  const { siteName, timeZone } = await ctx.site(ctx)
  const { failed, stuck } = await ctx.db
    .selectFrom('email')
    .select((select) => [
      select.fn.count<number>('id').filterWhere('state', '=', 'failed').as('failed'),
      select.fn
        .count<number>('id')
        .filterWhere('state', '=', 'waiting')
        .filterWhere('attempts', '>=', STUCK_AFTER)
        .as('stuck'),
    ])
    .where('state', 'in', ['failed', 'waiting'])
    .executeTakeFirstOrThrow()
  const { failure } = await findBackupStatus(ctx)
  return {
    email,
    siteName,
    timeZone,
    now: ctx.clock.now(),
    failedEmails: failed,
    stuckEmails: stuck,
    hasBackupFailed: failure !== null,
  }
}
