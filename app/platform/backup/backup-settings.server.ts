import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

export const BACKUP_SETTING = 'backup'
export const BACKUP_STATUS = 'backup-status'

export const backupSettingsSchema = z.object({
  keep: z.coerce
    .number('Please enter a number of backups.')
    .int('Please enter a whole number.')
    .min(1, 'Please keep at least 1.')
    .max(365, 'Please keep at most 365.'),
})

const statusSchema = z.object({
  last: z
    .object({
      at: z.number(),
      path: z.string(),
      bytes: z.number(),
      rows: z.number(),
      files: z.number(),
      uploads: z.enum(['included', 'elsewhere']),
      encrypted: z.boolean(),
      milliseconds: z.number(),
      /** The machine that wrote it: of several instances each has a folder of its own unless one is shared. */
      host: z.string(),
    })
    .nullable(),
  /** Of the newest try; null once one succeeded. */
  failure: z.object({ at: z.number(), reason: z.string(), host: z.string() }).nullable(),
})

export type BackupStatus = z.infer<typeof statusSchema>

/** How many backups are kept: what the owner has chosen, or 14. */
export async function findBackupSettings(ctx: Pick<Ctx, 'db'>): Promise<{ keep: number }> {
  const stored = backupSettingsSchema.safeParse(await findSetting(ctx, BACKUP_SETTING))
  return stored.success ? stored.data : { keep: 14 }
}

export async function findBackupStatus(ctx: Pick<Ctx, 'db'>): Promise<BackupStatus> {
  const stored = statusSchema.safeParse(await findSetting(ctx, BACKUP_STATUS))
  return stored.success ? stored.data : { last: null, failure: null }
}
