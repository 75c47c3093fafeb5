import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

import { WELCOME_MESSAGE } from './chat-appearance.ts'
import { type ChatbotSettings, chatbotSettingsSchema } from './chatbot-settings-schema.ts'
import { DEFAULT_SYSTEM_PROMPT } from './prompt-templates.ts'

export const CHATBOT_SETTING = 'chatbot'

/** What is stored, or the first values where nothing that fits is. */
export async function findChatbotSettings(ctx: Ctx): Promise<ChatbotSettings> {
  const stored = chatbotSettingsSchema.safeParse(await findSetting(ctx, CHATBOT_SETTING))
  return stored.success ? stored.data : defaultChatbotSettings((await ctx.site(ctx)).siteName)
}

function defaultChatbotSettings(siteName: string): ChatbotSettings {
  return {
    botName: `${siteName} Assistant`.slice(0, 60),
    personality: 'professional',
    welcomeMessage: WELCOME_MESSAGE,
    systemPrompt: DEFAULT_SYSTEM_PROMPT,
    responseStyle: 'detailed',
    linkDomains: [],
  }
}
