import { z } from 'zod'

import { readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { listOf } from '#app/platform/settings/form-fields.ts'

import { WELCOME_MESSAGE } from './chat-appearance.ts'
import { personalities, responseStyles } from './chatbot-choices.ts'
import { DEFAULT_SYSTEM_PROMPT } from './prompt-templates.ts'

const text = (max: number, empty: string) =>
  z
    .string()
    .transform((typed, refine) => {
      const readable = readableText(typed)
      if (readable !== null) return readable
      refine.addIssue('This contains characters that cannot be read. Please type it again.')
      return z.NEVER
    })
    .pipe(
      z
        .string()
        .trim()
        .min(1, empty)
        .max(max, `Please use at most ${max.toLocaleString('en')} characters.`),
    )

/** A host name without scheme and path; includes its subdomains. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Please enter domains such as example.com, one per line.',
  )

/** What the site's assistant and those of other sites have in common. */
export const botShape = {
  botName: text(60, 'Please enter a name.'),
  personality: z.enum(personalities, { error: 'Please choose a personality.' }),
  welcomeMessage: text(500, 'Please enter a welcome message.'),
  systemPrompt: text(8000, 'Please enter a system prompt.'),
  responseStyle: z.enum(responseStyles, { error: 'Please choose a response style.' }),
  /** Where links in replies may lead, besides the site itself. */
  linkDomains: listOf(z.array(domain).max(50, 'Please list at most 50 domains.')),
}

const schema = z.object(botShape)

export type ChatbotSettings = z.infer<typeof schema>

/** The assistant's style, from the next message on. */
export const chatbotSettings = defineSetting({
  key: 'chatbot',
  schema,
  async defaults(ctx: Pick<Ctx, 'db' | 'site'>): Promise<ChatbotSettings> {
    const { siteName } = await ctx.site(ctx)
    return {
      botName: `${siteName} Assistant`.slice(0, 60),
      personality: 'professional',
      welcomeMessage: WELCOME_MESSAGE,
      systemPrompt: DEFAULT_SYSTEM_PROMPT,
      responseStyle: 'detailed',
      linkDomains: [],
    }
  },
  audit: 'settings.chatbot',
  path: '/admin/chatbot',
  area: 'knowledge',
  told: ['botName', 'personality', 'responseStyle'],
})
