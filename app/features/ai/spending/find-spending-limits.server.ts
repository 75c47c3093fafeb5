import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { defaultSpendingLimits, type SpendingLimits, spendingLimitsSchema } from './spending-limits-schema.ts'

/** Stored with the chat's own limits, which the owner sets on the same page. */
export const SPENDING_LIMITS_SETTING = 'chat-limits'

/** What is stored, or the first values where nothing that fits is. */
export async function findSpendingLimits(ctx: Ctx): Promise<SpendingLimits> {
  const stored = spendingLimitsSchema.safeParse(await findSetting(ctx, SPENDING_LIMITS_SETTING))
  return stored.success ? stored.data : defaultSpendingLimits
}
