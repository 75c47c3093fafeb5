import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { AnalyticsSettings } from './analytics-settings-schema.ts'
import { findAnalyticsSettings } from './analytics-settings.server.ts'

export async function readAnalyticsSettings(ctx: Ctx): Promise<AnalyticsSettings> {
  requireActor(ctx)
  return findAnalyticsSettings(ctx)
}
