import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'

/** Prices that the providers' pages stated on 2026-11-22 and that price-data.ts lacks, in its format. */
export const newerPrices: Readonly<Record<ProviderId, string>> = {
  openai: 'gpt-6.1-sol | 2 10 0.1 2.5 | 1050000',
  deepseek:
    'deepseek-flash | 0.15 0.6 0.003 -; 01:00-04:00: 0.3 1.2 0.006 -; 06:00-10:00: 0.3 1.2 0.006 - | 1000000',
  claude: `
claude-haiku-5-5 | 0.1 0.5 0.01 0.125 | 1000000
claude-sonnet-5-5 | 2 10 0.1 2.5 | 1000000`,
  gemini: `
gemini-4-argon | 2 10 0.1 -; from 2026-12-01: 4 20 0.2 - | 1000000
gemini-4-carbon | 2 10 0.1 -; from 2026-12-01: 4 20 0.2 - | 1000000
gemini-4-hydrogen | 1.5 7.5 - - | 1000000`,
}

/** Announced shutdown dates, which also apply to dated versions of a model. */
export const knownEnds: Readonly<Record<ProviderId, Readonly<Record<string, string>>>> = {
  openai: {
    'gpt-3.5-turbo': '2026-10-23',
    'gpt-4': '2026-10-23',
    'gpt-4-turbo': '2026-10-23',
    'gpt-4.1-nano': '2026-10-23',
    o1: '2026-10-23',
    'o1-pro': '2026-10-23',
    'o3-mini': '2026-10-23',
    'o4-mini': '2026-10-23',
    'gpt-5': '2026-12-11',
    'gpt-5-mini': '2026-12-11',
    'gpt-5-nano': '2026-12-11',
    'gpt-5-pro': '2026-12-11',
    o3: '2026-12-11',
    'o3-pro': '2026-12-11',
    'gpt-4o': '2027-01-14',
    'gpt-4o-mini': '2027-01-14',
    'gpt-4.1': '2027-01-14',
    'gpt-4.1-mini': '2027-01-14',
    'gpt-5.1': '2027-04-01',
    'gpt-5.4-nano': '2027-04-01',
  },
  deepseek: { 'deepseek-chat': '2026-07-24', 'deepseek-reasoner': '2026-07-24' },
  claude: { 'claude-3-5-haiku': '2026-02-19' },
  gemini: {
    'gemini-2.0-flash': '2026-06-01',
    'gemini-2.0-flash-lite': '2026-06-01',
    'gemini-2.5-flash': '2026-12-01',
    'gemini-2.5-pro': '2026-12-01',
  },
}

export function builtInDefault(provider: ProviderId): string {
  return assertDefined(builtInModels[provider][0], 'each list begins with the default')
}

/** Offered until the provider's own list is known; the first is the default. */
export const builtInModels: Readonly<Record<ProviderId, readonly string[]>> = {
  openai: ['gpt-6-luna', 'gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-6-astra'],
  deepseek: ['deepseek-flash', 'deepseek-v4-pro'],
  claude: ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5'],
  gemini: ['gemini-3.5-flash-lite', 'gemini-3.8-flash', 'gemini-4-argon'],
}
