import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { backUp } from '#app/platform/backup/back-up.job.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isBackupUnderWay } from './read-backups.server.ts'

/** Queues a backup for now. @throws {AppError} conflict while one is under way. */
export async function requestBackup(ctx: Ctx): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'request-backup')
    if (await isBackupUnderWay(ctx)) throw new AppError('conflict', 'A backup is already being written.')
    await enqueue(ctx, backUp, {})
    await recordChange(ctx, {
      what: 'backup.requested',
      subject: { id: 'backup', path: '/admin/settings/backups' },
    })
  })
}
