import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting, storeSetting } from '#app/platform/settings.server.ts'

const RESTORE_OUTCOME = 'restore-outcome'

const outcomeSchema = z.object({
  at: z.number(),
  name: z.string(),
  /** Why nothing was restored; null where it was. */
  failure: z.string().nullable(),
  /** What the owner is to know of it besides. */
  notes: z.array(z.string()),
})

/** What came of the restore that the owner asked for last. */
export type RestoreOutcome = z.infer<typeof outcomeSchema>

export async function findRestoreOutcome(ctx: Pick<Ctx, 'db'>): Promise<RestoreOutcome | null> {
  const stored = outcomeSchema.safeParse(await findSetting(ctx, RESTORE_OUTCOME))
  return stored.success ? stored.data : null
}

export async function storeRestoreOutcome(ctx: Ctx, outcome: RestoreOutcome): Promise<void> {
  await storeSetting(ctx, RESTORE_OUTCOME, outcome)
}
