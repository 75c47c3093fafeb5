import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

import { withProof } from '#app/features/auth/prove-owner.server.ts'
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

/** The owner types this before all data is replaced. */
const RESTORE_WORD = 'RESTORE'

/** Queues a backup to run now. @throws {AppError} conflict while one is running */
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

/** Streams a backup's bytes. @throws {AppError} not-found if this installation has no backup of that name */
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

/** A nightly backup, or a point in time in the continuous backup. */
export type Restorable = { name: string } | { at: number }

type RestoreOrder = { what: Restorable; confirmation: string; password: string; code: string }

/**
 * Restarts the server to replace its data by a backup; the present data is set aside.
 * @throws {FieldErrors | AppError} if the word or the owner's proof is wrong, the backup cannot be restored, or other
 * servers are running
 */
export async function requestRestore(
  ctx: Ctx,
  { what, confirmation, password, code }: RestoreOrder,
): Promise<void> {
  const { email, device } = requireActor(ctx, 'settings.write')
  if (confirmation.trim() !== RESTORE_WORD)
    throw new FieldErrors({ confirmation: `Please type ${RESTORE_WORD}.` })
  const chosen = 'at' in what ? await chooseMoment(ctx, what.at) : await chooseBackup(ctx, what.name)
  if ((await countRunningServers(ctx.engine)) > 1)
    throw new AppError('conflict', 'Other servers use this database. Stop all but this one first.')
  const { name } = chosen
  await withProof(ctx, { password, code }, (ctx) =>
    recordChange(ctx, {
      what: 'backup.restore_requested',
      subject: { id: name, title: name, path: '/admin/settings/backups' },
    }),
  )
  await storeRestoreRequest(ctx.backup.dataDir, { ...chosen, email, device })
  ctx.restart()
}

async function chooseBackup(ctx: Ctx, name: string) {
  const backup = await getBackup(ctx, name)
  if (backup.isEncrypted && ctx.backup.passphrase === null)
    throw new AppError('conflict', 'This backup is encrypted, and BACKUP_PASSPHRASE is not set.')
  return { path: backup.path, at: null, name }
}

async function chooseMoment(ctx: Ctx, at: number) {
  const since = await ctx.shippedSince()
  if (since === null) throw new AppError('not-found', 'There is no continuous backup to restore from.')
  if (at < since || at > ctx.clock.now())
    throw new FieldErrors({ moment: 'Please choose a moment that the continuous backup holds.' })
  return { path: null, at, name: `the state of ${new Date(at).toISOString()}` }
}

async function getBackup(ctx: Ctx, name: string): Promise<ListedBackup> {
  const backup = (await listUnderOurSecret(ctx)).find((listed) => listed.name === name)
  if (!backup) throw new AppError('not-found', 'There is no such backup. It may have been deleted.')
  return backup
}
