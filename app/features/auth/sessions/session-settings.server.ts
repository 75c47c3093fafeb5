import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import {
  defaultSessionSettings,
  type SessionSettings,
  sessionSettingsSchema,
} from './session-settings-schema.ts'

export const SESSION_SETTING = 'session'

/** How long sessions last: what the owner has chosen, or the defaults. */
export async function findSessionSettings(ctx: Pick<Ctx, 'db'>): Promise<SessionSettings> {
  const stored = sessionSettingsSchema.safeParse(await findSetting(ctx, SESSION_SETTING))
  return stored.success ? stored.data : defaultSessionSettings
}
