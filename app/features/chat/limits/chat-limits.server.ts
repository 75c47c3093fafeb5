import { SPENDING_LIMITS_SETTING } from '#app/features/ai/spending/find-spending-limits.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { type ChatLimits, chatLimitsSchema, defaultChatLimits } from './chat-limits-schema.ts'

/** One setting: the caps are read from it by `features/ai` too. */
export const CHAT_LIMITS_SETTING = SPENDING_LIMITS_SETTING

/** What is stored, or the first values where nothing that fits is. */
export async function findChatLimits(ctx: Ctx): Promise<ChatLimits> {
  const stored = chatLimitsSchema.safeParse(await findSetting(ctx, CHAT_LIMITS_SETTING))
  return stored.success ? stored.data : defaultChatLimits
}
