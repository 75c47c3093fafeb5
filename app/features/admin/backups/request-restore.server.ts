import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { listUnderOurSecret } from '#app/platform/backup/own-backups.server.ts'
import { storeRestoreRequest } from '#app/platform/backup/restore-request.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { countRunningServers } from '#app/platform/presence.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** What the owner types before everything is replaced. */
const RESTORE_WORD = 'RESTORE'

/**
 * Has the server start anew with a backup in the place of what is there, which is set aside.
 * @throws {FieldErrors | AppError} where the word was not typed, the backup cannot be restored, or others are running.
 */
export async function requestRestore(
  ctx: Ctx,
  { name, confirmation }: { name: string; confirmation: string },
): Promise<void> {
  const { email, device } = requireActor(ctx)
  if (confirmation.trim() !== RESTORE_WORD)
    throw new FieldErrors({ confirmation: `Please type ${RESTORE_WORD}.` })
  const backup = (await listUnderOurSecret(ctx)).find((listed) => listed.name === name)
  if (!backup) throw new AppError('not-found', 'This backup is not there.')
  if (backup.isEncrypted && ctx.backup.passphrase === null)
    throw new AppError('conflict', 'This backup is encrypted, and BACKUP_PASSPHRASE is not set.')
  if ((await countRunningServers(ctx.engine)) > 1)
    throw new AppError('conflict', 'Other servers use this database: stop all but this one first.')
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, {
      what: 'backup.restore_requested',
      subject: { id: name, title: name, path: '/admin/settings/backups' },
    }),
  )
  await storeRestoreRequest(ctx.backup.dataDir, { path: backup.path, name, email, device })
  ctx.restart()
}
