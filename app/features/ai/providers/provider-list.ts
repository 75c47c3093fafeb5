export const providerIds = ['openai', 'deepseek', 'claude', 'gemini'] as const

export type ProviderId = (typeof providerIds)[number]

export const DEFAULT_PROVIDER: ProviderId = 'openai'
export const DEFAULT_MODEL = 'gpt-4'

export const UNSUPPORTED_PROVIDER = 'Unsupported AI provider'

export const providers: Readonly<Record<ProviderId, { label: string; models: readonly string[] }>> = {
  openai: {
    label: 'OpenAI',
    models: ['gpt-4', 'gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-5', 'gpt-5-mini'],
  },
  deepseek: { label: 'DeepSeek', models: ['deepseek-chat', 'deepseek-reasoner'] },
  claude: { label: 'Claude', models: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'] },
  gemini: { label: 'Gemini', models: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'] },
}

export function isProviderId(text: string): text is ProviderId {
  return (providerIds as readonly string[]).includes(text)
}
