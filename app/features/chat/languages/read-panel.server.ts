import { chatTexts } from '#app/features/chat/messages.ts'
import { WELCOME_MESSAGE } from '#app/features/chat/settings/chat-appearance.ts'
import { readChatAppearance } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { contactTextsOf, type Panel } from '#app/features/chat/widget/panel-texts.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { readAskedQuestions } from '#app/features/leads/inquiry-request.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'

import { chooseLanguage, inLanguage } from './visitor-language.server.ts'

export async function readPanel(
  ctx: Ctx,
  options: { acceptLanguage: string | null; page?: string | null },
): Promise<Panel> {
  const [ofPage, asked] = await Promise.all([
    readChatAppearance(ctx, options.page ?? null),
    readAskedQuestions(ctx),
  ])
  const appearance = { ...ofPage, ...(asked && { asked }) }
  const language = await chooseLanguage(ctx, options.acceptLanguage)
  const isStarters = appearance.welcomeMessage === WELCOME_MESSAGE
  const own = language?.translation ?? (await ctx.translation((await ctx.site(ctx)).language))
  const say = await readSay(ctx)
  const greeting = {
    questions: appearance.questions.map((question) => own?.questions[question] ?? say('greetings', question)),
    welcomeMessage: isStarters && own ? own.welcome : say('greetings', appearance.welcomeMessage),
  }
  if (!language) return { ...appearance, ...greeting, language: null }
  const { code, direction } = language
  const [wording, { siteName }] = await Promise.all([inLanguage(ctx, language).wording(ctx), ctx.site(ctx)])
  const { failed: reply, failedToast: toast } = wording.texts(chatTexts)
  const texts = wording.texts(widgetTexts)
  const contact = contactTextsOf(wording.texts(leadsTexts), texts, siteName)
  return {
    ...appearance,
    ...greeting,
    language: { code, direction, texts, contact, failure: { reply, toast } },
  }
}
