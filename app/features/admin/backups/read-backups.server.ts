import { backUp, backUpNightly } from '#app/platform/backup/back-up.job.server.ts'
import { findBackupSettings, findBackupStatus } from '#app/platform/backup/backup-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { nextSlotAt } from '#app/platform/jobs/schedule.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** How backups stand: the last, why the newest failed, the next, and what the owner has chosen. */
export async function readBackups(ctx: Ctx) {
  requireActor(ctx)
  return {
    ...(await findBackupSettings(ctx)),
    ...(await findBackupStatus(ctx)),
    isUnderWay: await isBackupUnderWay(ctx),
    nextAt: nextSlotAt(backUpNightly, ctx.clock.now()),
    folder: ctx.backup.folder,
    isEncrypted: ctx.backup.passphrase !== null,
    hasUploads: ctx.files.names !== null,
    continuous: ctx.shipState(),
  }
}

export async function isBackupUnderWay(ctx: Ctx): Promise<boolean> {
  const job = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('name', '=', backUp.name)
    .where('state', 'in', ['waiting', 'running'])
    // One that failed waits for its next try; until then nothing is being written.
    .where('run_at', '<=', ctx.clock.now())
    .executeTakeFirst()
  return job !== undefined
}
