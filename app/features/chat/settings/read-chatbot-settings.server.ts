import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { findChatbotSettings } from './chatbot-settings.server.ts'
import type { ChatbotSettings } from './chatbot-settings-schema.ts'

export async function readChatbotSettings(ctx: Ctx): Promise<ChatbotSettings> {
  requireActor(ctx)
  return findChatbotSettings(ctx)
}
