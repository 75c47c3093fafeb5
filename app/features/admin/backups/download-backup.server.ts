import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { listUnderOurSecret } from '#app/platform/backup/own-backups.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** A backup's bytes, read as they are taken. @throws {AppError} not-found for a name that no backup of ours bears. */
export async function downloadBackup(
  ctx: Ctx,
  { name }: { name: string },
): Promise<{ bytes: number; open(): ReadableStream }> {
  requireActor(ctx)
  const backup = (await listUnderOurSecret(ctx)).find((listed) => listed.name === name)
  if (!backup) throw new AppError('not-found', 'This backup is not there.')
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, {
      what: 'backup.downloaded',
      subject: { id: name, title: name, path: '/admin/settings/backups' },
    }),
  )
  return { bytes: backup.bytes, open: () => Readable.toWeb(createReadStream(backup.path)) as ReadableStream }
}
