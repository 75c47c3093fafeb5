import { changedFields } from '#app/platform/audit/changed-fields.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import {
  BACKUP_SETTING,
  backupSettingsSchema,
  findBackupSettings,
} from '#app/platform/backup/backup-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

/** Stores how many backups are kept; the next one deletes what is beyond. @throws {FieldErrors} by field. */
export async function saveBackupSettings(ctx: Ctx, fields: Readonly<Record<string, string>>): Promise<void> {
  requireActor(ctx)
  const parsed = backupSettingsSchema.safeParse({ keep: fields['keep'] })
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  await withTransaction(ctx, async (ctx) => {
    const changed = changedFields(await findBackupSettings(ctx), parsed.data)
    await storeSetting(ctx, BACKUP_SETTING, parsed.data)
    await recordChange(ctx, {
      what: 'settings.backup',
      fields: changed,
      subject: { id: BACKUP_SETTING, path: '/admin/settings/backups' },
    })
  })
}
