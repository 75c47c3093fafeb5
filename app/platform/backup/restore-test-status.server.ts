import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting, storeSetting } from '#app/platform/settings.server.ts'

const RESTORE_TEST_STATUS = 'restore-test-status'

const statusSchema = z.object({
  last: z
    .object({
      at: z.number(),
      name: z.string(),
      takenAt: z.number(),
      rows: z.number(),
      newestInquiryAt: z.number().nullable(),
      milliseconds: z.number(),
    })
    .nullable(),
  /** Of the newest test; null once one succeeded. */
  failure: z
    .object({ at: z.number(), name: z.string().nullable(), reason: z.string(), host: z.string() })
    .nullable(),
  /** When each backup that is still there passed. */
  passed: z.record(z.string(), z.number()),
})

export type RestoreTestStatus = z.infer<typeof statusSchema>

export async function findRestoreTestStatus(ctx: Pick<Ctx, 'db'>): Promise<RestoreTestStatus> {
  const stored = statusSchema.safeParse(await findSetting(ctx, RESTORE_TEST_STATUS))
  return stored.success ? stored.data : { last: null, failure: null, passed: {} }
}

export async function storeRestoreTestStatus(ctx: Ctx, status: RestoreTestStatus): Promise<void> {
  await storeSetting(ctx, RESTORE_TEST_STATUS, status)
}
