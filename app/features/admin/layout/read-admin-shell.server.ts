import { backupStatus, restoreTestStatus } from '#app/platform/backup/backup-records.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findMailboxOutage } from '#app/platform/email/mailbox-health.server.ts'
import { findOutage } from '#app/platform/email/mail-outage.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Data that the admin's layout shows on every page. */
export async function readAdminShell(ctx: Ctx) {
  const { email, name, role } = requireActor(ctx, 'account.read')
  const { siteName, timeZone } = await ctx.site(ctx)
  const { failed, waiting } = await ctx.db
    .selectFrom('email')
    .select((select) => [
      select.fn.count<number>('id').filterWhere('state', '=', 'failed').as('failed'),
      select.fn.count<number>('id').filterWhere('state', '=', 'waiting').as('waiting'),
    ])
    .where('state', 'in', ['failed', 'waiting'])
    .executeTakeFirstOrThrow()
  const outage = await findOutage(ctx)
  const { failure } = await backupStatus.read(ctx)
  return {
    email,
    name,
    role,
    siteName,
    timeZone,
    now: ctx.clock.now(),
    failedEmails: failed,
    mailboxOutage: await findMailboxOutage(ctx),
    mailOutage: outage && { reason: outage.reason, waiting },
    hasBackupFailed: failure !== null || Boolean(ctx.shipState()?.failure),
    hasRestoreTestFailed: (await restoreTestStatus.read(ctx)).failure !== null,
  }
}
