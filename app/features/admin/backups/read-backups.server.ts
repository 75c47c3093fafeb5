import { backUp, backUpNightly } from '#app/platform/backup/back-up.job.server.ts'
import { backupMark } from '#app/platform/backup/backup-format.ts'
import {
  backupStatus,
  restoreOutcome,
  restoreTestStatus,
} from '#app/platform/backup/backup-records.server.ts'
import { backupSettings } from '#app/platform/backup/backup-settings.server.ts'
import { listBackups, type ListedBackup, listOwnBackups } from '#app/platform/backup/list-backups.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { nextSlotAt } from '#app/platform/jobs/schedule.server.ts'
import { isTwoFactorOn } from '#app/features/auth/two-factor/second-factor.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { installationId } from '#app/platform/installation.server.ts'

export async function readBackups(ctx: Ctx) {
  const { memberId } = requireActor(ctx, 'settings.read')
  return {
    ...(await backupSettings.read(ctx)),
    ...(await backupStatus.read(ctx)),
    isUnderWay: await isBackupUnderWay(ctx),
    nextAt: nextSlotAt(backUpNightly, ctx.clock.now()),
    folder: ctx.backup.folder,
    isEncrypted: ctx.backup.passphrase !== null,
    hasUploads: ctx.files.names !== null,
    continuous: ctx.shipState(),
    asksCode: await isTwoFactorOn(ctx, memberId),
    restoreTest: await restoreTestStatus.read(ctx),
    restored: await restoreOutcome.read(ctx),
    backups: await listOnView(ctx),
  }
}

export type BackupOnView = Omit<ListedBackup, 'path' | 'mark'> & {
  /** Whether this installation's secret opens it, and whether this installation made it. */
  isReadable: boolean
  isOwn: boolean
  /** Whether this installation made it with an earlier APP_SECRET. */
  isOfFormerSecret: boolean
  /** When it passed its restore test; null if it has not. */
  passedAt: number | null
}

async function listOnView(ctx: Ctx): Promise<BackupOnView[]> {
  const { passed } = await restoreTestStatus.read(ctx)
  const own = new Set((await listOwnBackups(ctx)).map(({ name }) => name))
  const mark = backupMark(ctx.signer)
  const id = await installationId.read(ctx)
  return (await listBackups(ctx.backup.folder)).map(({ path: _path, mark: its, ...backup }) => ({
    ...backup,
    isReadable: its === mark,
    isOwn: own.has(backup.name),
    isOfFormerSecret: its !== mark && id !== null && backup.installation === id,
    passedAt: passed[backup.name] ?? null,
  }))
}

export async function isBackupUnderWay(ctx: Ctx): Promise<boolean> {
  const job = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('name', '=', backUp.name)
    .where('state', 'in', ['waiting', 'running'])
    // A failed job waits for its retry; no backup is being written until then.
    .where('run_at', '<=', ctx.clock.now())
    .executeTakeFirst()
  return job !== undefined
}
