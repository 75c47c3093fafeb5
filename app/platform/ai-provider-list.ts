type ListedProvider = { label: string; variable: `${string}_BASE_URL`; baseUrl: string; keysAt: string }

/** What browsers and the environment need of each provider; `variable` replaces `baseUrl`. Keys are created at `keysAt`. */
export const providers = {
  openai: {
    label: 'OpenAI',
    variable: 'OPENAI_BASE_URL',
    baseUrl: 'https://api.openai.com/v1',
    keysAt: 'platform.openai.com',
  },
  deepseek: {
    label: 'DeepSeek',
    variable: 'DEEPSEEK_BASE_URL',
    baseUrl: 'https://api.deepseek.com',
    keysAt: 'platform.deepseek.com',
  },
  claude: {
    label: 'Claude',
    variable: 'ANTHROPIC_BASE_URL',
    baseUrl: 'https://api.anthropic.com/v1',
    keysAt: 'console.anthropic.com',
  },
  gemini: {
    label: 'Gemini',
    variable: 'GEMINI_BASE_URL',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keysAt: 'aistudio.google.com',
  },
} as const satisfies Readonly<Record<string, ListedProvider>>

export type ProviderId = keyof typeof providers

export const providerIds = Object.keys(providers) as readonly ProviderId[]

export const DEFAULT_PROVIDER: ProviderId = 'openai'

export const UNSUPPORTED_PROVIDER = 'Unsupported AI provider'

export function isProviderId(text: string): text is ProviderId {
  return Object.hasOwn(providers, text)
}

export function hostOf(provider: ProviderId): string {
  return new URL(providers[provider].baseUrl).host
}
