import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'
import { isProviderId } from '#app/features/ai/providers/provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { type ApiConfig, apiConfigSchema, defaultApiConfig } from './api-config-schema.ts'

export const API_CONFIG_SETTING = 'ai'

/** The connection as the owner sees it: of each stored key its last four characters, never more. */
export type ApiConfigView = ApiConfig & {
  keys: Partial<Record<ProviderId, { lastFour: string; at: number }>>
}

export async function readApiConfig(ctx: Ctx): Promise<ApiConfigView> {
  requireActor(ctx)
  const rows = await ctx.db.selectFrom('ai_key').select(['provider', 'last_four', 'updated_at']).execute()
  const keys: ApiConfigView['keys'] = {}
  for (const { provider, last_four: lastFour, updated_at: at } of rows)
    if (isProviderId(provider)) keys[provider] = { lastFour, at }
  return { ...(await findApiConfig(ctx)), keys }
}

/** What is stored, or the first values where nothing is. What does not fit is handed on as it is, to be refused by name. */
export async function findApiConfig(ctx: Ctx): Promise<ApiConfig> {
  const stored = await findSetting(ctx, API_CONFIG_SETTING)
  return stored === undefined ? defaultApiConfig : apiConfigSchema.parse(stored)
}
