import type { ChatAppearance } from '#app/features/chat/settings/chat-appearance.ts'
import { openingOn, openings } from '#app/features/chat/settings/openings.server.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { SITE_ASSISTANT } from './assistant-choices.ts'
import {
  type AssistantSettings,
  assistantSettings,
  defaultAssistantSettings,
  hoursOf,
  parseAssistantSettings,
} from './assistant-settings.server.ts'

export type Assistant = { id: string; key: string; name: string; settings: AssistantSettings }

/** Returns the settings of the context's assistant. Those of this site's assistant are stored as settings of the installation. */
export async function readAssistant(ctx: Ctx): Promise<AssistantSettings> {
  if (ctx.assistant.id !== SITE_ASSISTANT) return (await findAssistant(ctx, ctx.assistant.id)).settings
  const [bot, { questions }] = await Promise.all([chatbotSettings.read(ctx), openings.read(ctx)])
  return { ...defaultAssistantSettings(bot.botName), ...bot, questions }
}

/** @param page the path of the page of this site on which the panel opens. */
export async function readChatAppearance(ctx: Ctx, page: string | null = null): Promise<ChatAppearance> {
  const { botName, welcomeMessage, linkDomains, questions, hasInquiryForm } = await readAssistant(ctx)
  if (ctx.assistant.id !== SITE_ASSISTANT)
    return {
      botName,
      welcomeMessage,
      linkDomains,
      questions,
      ...(!hasInquiryForm && { hasNoInquiryForm: true }),
    }
  const opening = openingOn(await openings.read(ctx), page)
  return {
    botName,
    welcomeMessage: opening.greeting || welcomeMessage,
    linkDomains,
    questions: opening.questions,
  }
}

/** @param by the id, or the key that other sites know. @throws {AppError} not-found. */
export async function findAssistant(ctx: Ctx, value: string, by: 'id' | 'key' = 'id'): Promise<Assistant> {
  const row = await ctx.db
    .selectFrom('assistant')
    .select(['id', 'key', 'name', 'settings'])
    .where(by, '=', value)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', (await wordedTexts(ctx, chatTexts)).errors.notFound)
  return { ...row, settings: readSettings(row.name, row.settings) }
}

export async function hasAssistant(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('assistant').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Uses the defaults for settings that an older version did not store, and for all of them if they cannot be read. */
function readSettings(name: string, stored: string): AssistantSettings {
  const defaults = defaultAssistantSettings(name.slice(0, 60))
  const parsed = assistantSettings.safeParse({ ...defaults, ...(JSON.parse(stored) as object) })
  return parsed.success ? parsed.data : defaults
}

/** Reads the fields of a settings form. @throws {FieldErrors} */
export async function parseTrial(
  ctx: Ctx,
  { assistant: id, ...fields }: Readonly<Record<string, string>>,
): Promise<{ ctx: Ctx; settings: AssistantSettings }> {
  if (id === undefined)
    return { ctx, settings: { ...(await readAssistant(ctx)), ...chatbotSettings.parse(fields) } }
  await findAssistant(ctx, id)
  const settings = parseAssistantSettings(fields)
  return { ctx: forAssistant(ctx, { id, settings }), settings }
}

/** Returns the context in which an assistant speaks, with its caps and its hours. */
export function forAssistant(ctx: Ctx, { id, settings }: Pick<Assistant, 'id' | 'settings'>): Ctx {
  if (id === SITE_ASSISTANT) return { ...ctx, assistant: siteAssistant }
  const { hours, dailyCap, monthlyCap } = settings
  const businessHours = hoursOf(hours)
  return {
    ...ctx,
    assistant: { id, dailyCap, monthlyCap },
    site: async (at) => ({ ...(await ctx.site(at)), ...(businessHours && { businessHours }) }),
  }
}
