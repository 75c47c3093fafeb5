import { compatibleApi } from '../compatible-api.ts'
import { readCompletions } from '../completions-answer.ts'
import type { Provider } from '../provider.ts'

export const deepseek: Provider = {
  ...compatibleApi,
  readAnswer: (onThoughts) => readCompletions(onThoughts, true),
  priceList: 'deepseek',
  load: async () => (await import('@ai-sdk/deepseek')).createDeepSeek,
  models: ['deepseek-flash', 'deepseek-v4-pro'],
  sizes: { small: /^deepseek-(v[\d.]+-)?flash/, large: /(^|-)pro(-|$)|^deepseek-reasoner$/ },
  thinking: [
    [/^deepseek-chat/, 'plain'],
    [/^deepseek-(reasoner|r\d)/, 'unasked'],
    [/^deepseek-(flash|pro|v([4-9]|3\.[12]))/, 'off'],
  ],
  ends: { 'deepseek-chat': '2026-07-24', 'deepseek-reasoner': '2026-07-24' },
  newerPrices:
    'deepseek-flash | 0.15 0.6 0.003 -; 01:00-04:00: 0.3 1.2 0.006 -; 06:00-10:00: 0.3 1.2 0.006 - | 1000000',
}
