import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import {
  type AnalyticsSettings,
  analyticsSettingsSchema,
  defaultAnalyticsSettings,
} from './analytics-settings-schema.ts'

export const ANALYTICS_SETTING = 'analytics'

/** What the owner has chosen, or the defaults. */
export async function findAnalyticsSettings(ctx: Pick<Ctx, 'db'>): Promise<AnalyticsSettings> {
  const stored = analyticsSettingsSchema.safeParse(await findSetting(ctx, ANALYTICS_SETTING))
  return stored.success ? stored.data : defaultAnalyticsSettings
}
