import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { type ChatLimits, chatLimitsSchema, defaultChatLimits } from './chat-limits-schema.ts'

export const CHAT_LIMITS_SETTING = 'chat-limits'

/** What is stored, or the first values where nothing that fits is. */
export async function findChatLimits(ctx: Ctx): Promise<ChatLimits> {
  const stored = chatLimitsSchema.safeParse(await findSetting(ctx, CHAT_LIMITS_SETTING))
  return stored.success ? stored.data : defaultChatLimits
}
