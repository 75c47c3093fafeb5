import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { backUp } from '#app/platform/backup/back-up.job.server.ts'
import { type ListedBackup, listUnderOurSecret } from '#app/platform/backup/list-backups.server.ts'
import { storeRestoreRequest } from '#app/platform/backup/restore-request.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { countRunningServers } from '#app/platform/presence.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { isBackupUnderWay } from './read-backups.server.ts'

/** The owner types this before everything is replaced. */
const RESTORE_WORD = 'RESTORE'

/** Queues a backup for now. @throws {AppError} conflict while one is under way. */
export async function requestBackup(ctx: Ctx): Promise<void> {
  requireActor(ctx, 'settings.write')
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

/** A backup's bytes, as a stream. @throws {AppError} not-found where this installation has no backup of that name. */
export async function downloadBackup(
  ctx: Ctx,
  { name }: { name: string },
): Promise<{ bytes: number; open(): ReadableStream }> {
  requireActor(ctx, 'settings.write')
  const backup = await getBackup(ctx, name)
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, {
      what: 'backup.downloaded',
      subject: { id: name, title: name, path: '/admin/settings/backups' },
    }),
  )
  return { bytes: backup.bytes, open: () => Readable.toWeb(createReadStream(backup.path)) as ReadableStream }
}

/**
 * Restarts the server with a backup in place of the present data, which is set aside.
 * @throws {FieldErrors | AppError} where the word was not typed, the backup cannot be restored, or other servers run.
 */
export async function requestRestore(
  ctx: Ctx,
  { name, confirmation }: { name: string; confirmation: string },
): Promise<void> {
  const { email, device } = requireActor(ctx, 'settings.write')
  if (confirmation.trim() !== RESTORE_WORD)
    throw new FieldErrors({ confirmation: `Please type ${RESTORE_WORD}.` })
  const backup = await getBackup(ctx, name)
  if (backup.isEncrypted && ctx.backup.passphrase === null)
    throw new AppError('conflict', 'This backup is encrypted, and BACKUP_PASSPHRASE is not set.')
  if ((await countRunningServers(ctx.engine)) > 1)
    throw new AppError('conflict', 'Other servers use this database. Stop all but this one first.')
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, {
      what: 'backup.restore_requested',
      subject: { id: name, title: name, path: '/admin/settings/backups' },
    }),
  )
  await storeRestoreRequest(ctx.backup.dataDir, { path: backup.path, name, email, device })
  ctx.restart()
}

async function getBackup(ctx: Ctx, name: string): Promise<ListedBackup> {
  const backup = (await listUnderOurSecret(ctx)).find((listed) => listed.name === name)
  if (!backup) throw new AppError('not-found', 'There is no such backup. It may have been deleted.')
  return backup
}
