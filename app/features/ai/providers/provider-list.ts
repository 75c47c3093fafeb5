export const providerIds = ['openai', 'deepseek', 'claude', 'gemini'] as const

export type ProviderId = (typeof providerIds)[number]

export const DEFAULT_PROVIDER: ProviderId = 'openai'

export const UNSUPPORTED_PROVIDER = 'Unsupported AI provider'

export const providers: Readonly<Record<ProviderId, { label: string }>> = {
  openai: { label: 'OpenAI' },
  deepseek: { label: 'DeepSeek' },
  claude: { label: 'Claude' },
  gemini: { label: 'Gemini' },
}

export function isProviderId(text: string): text is ProviderId {
  return (providerIds as readonly string[]).includes(text)
}
