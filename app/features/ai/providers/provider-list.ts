export const providerIds = ['openai', 'deepseek', 'claude', 'gemini'] as const

export type ProviderId = (typeof providerIds)[number]

export const DEFAULT_PROVIDER: ProviderId = 'openai'

export const UNSUPPORTED_PROVIDER = 'Unsupported AI provider'

export const providers: Readonly<Record<ProviderId, { label: string; host: string }>> = {
  openai: { label: 'OpenAI', host: 'api.openai.com' },
  deepseek: { label: 'DeepSeek', host: 'api.deepseek.com' },
  claude: { label: 'Claude', host: 'api.anthropic.com' },
  gemini: { label: 'Gemini', host: 'generativelanguage.googleapis.com' },
}

export function isProviderId(text: string): text is ProviderId {
  return (providerIds as readonly string[]).includes(text)
}
