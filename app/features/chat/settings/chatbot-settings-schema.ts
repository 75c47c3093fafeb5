import { z } from 'zod'

export const personalities = ['professional', 'friendly', 'technical', 'sales'] as const
export const responseStyles = ['concise', 'detailed', 'conversational', 'formal'] as const

export type Personality = (typeof personalities)[number]
export type ResponseStyle = (typeof responseStyles)[number]

const text = (max: number, empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(max, `Please use at most ${max.toLocaleString('en')} characters.`)

/** A host name, without scheme and path; its subdomains are meant with it. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Please enter domains such as example.com, one a line.',
  )

/** What the owner can change of how the assistant speaks. */
export const chatbotSettingsSchema = z.object({
  botName: text(60, 'Please enter a name.'),
  personality: z.enum(personalities, { error: 'Please choose a personality.' }),
  welcomeMessage: text(500, 'Please enter a welcome message.'),
  systemPrompt: text(8000, 'Please enter a system prompt.'),
  responseStyle: z.enum(responseStyles, { error: 'Please choose a response style.' }),
  /** Beside the site itself, where links in replies may lead. */
  linkDomains: z.array(domain).max(50, 'Please list at most 50 domains.'),
})

export type ChatbotSettings = z.infer<typeof chatbotSettingsSchema>
