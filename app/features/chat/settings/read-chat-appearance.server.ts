import type { Ctx } from '#app/platform/context.server.ts'

import type { ChatAppearance } from './chat-appearance.ts'
import { findChatbotSettings } from './chatbot-settings.server.ts'

export async function readChatAppearance(ctx: Ctx): Promise<ChatAppearance> {
  const { botName, welcomeMessage, linkDomains } = await findChatbotSettings(ctx)
  return { botName, welcomeMessage, linkDomains }
}
