import { chatTexts } from '#app/features/chat/messages.ts'
import { WELCOME_MESSAGE } from '#app/features/chat/settings/chat-appearance.ts'
import { readChatAppearance } from '#app/features/chat/assistants/read-assistant.server.ts'
import { contactTextsOf, type Panel } from '#app/features/chat/widget/panel-texts.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { readAskedQuestions } from '#app/features/leads/inquiry-request.server.ts'
import { fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { chooseLanguage, inLanguage } from './visitor-language.server.ts'

export async function readPanel(
  ctx: Ctx,
  options: { acceptLanguage: string | null; page?: string | null },
): Promise<Panel> {
  const [ofPage, asked, site, language, say] = await Promise.all([
    readChatAppearance(ctx, options.page ?? null),
    readAskedQuestions(ctx),
    ctx.site(ctx),
    chooseLanguage(ctx, options.acceptLanguage),
    readSay(ctx),
  ])
  const { siteName } = site
  const own = language?.translation ?? (await ctx.translation(site.language))
  const { defaultName } = await wordedTexts(ctx, widgetTexts)
  const isStarters = ofPage.welcomeMessage === WELCOME_MESSAGE
  const hasStartersName = ofPage.botName === `${siteName} Assistant`.slice(0, 60)
  const appearance = {
    ...ofPage,
    ...(asked && { asked }),
    // Where only the panel speaks another language, the name stays that of the pages.
    ...(hasStartersName && { botName: fill(defaultName, { siteName }).slice(0, 60) }),
    questions: ofPage.questions.map((question) => own?.questions[question] ?? say('greetings', question)),
    welcomeMessage: isStarters && own ? own.welcome : say('greetings', ofPage.welcomeMessage),
  }
  if (!language) return { ...appearance, language: null }
  const { code, direction } = language
  const wording = await inLanguage(ctx, language).wording(ctx)
  const { failed: reply, failedToast: toast } = wording.texts(chatTexts)
  const texts = wording.texts(widgetTexts)
  const contact = contactTextsOf(wording.texts(leadsTexts), texts, siteName)
  return { ...appearance, language: { code, direction, texts, contact, failure: { reply, toast } } }
}
