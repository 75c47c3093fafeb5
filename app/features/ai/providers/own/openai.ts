import { compatibleApi } from '../compatible-api.ts'
import type { Provider } from '../provider.ts'

export const openai: Provider = {
  ...compatibleApi,
  priceList: 'openai',
  models: ['gpt-6-luna', 'gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-6-astra'],
  sizes: {
    small: /(^|-)(luna|nano|mini)(-|$)/,
    middle: /(^|-)terra(-|$)/,
    large: /(^|-)(sol|pro)(-|$)|^gpt-[\d.]+$|^gpt-4o$|^o\d$/,
  },
  notChat: /whisper|dall-e|sora|^(davinci|babbage)|codex|^gpt-.*instruct|^gpt-[\d.]+-pro|^o\d-pro/,
  thinking: [
    [/^(gpt-[34]|chatgpt-|gpt-5.*-chat|ft:gpt-[34])/, 'plain'],
    [/^o\d/, 'low'],
    [/^gpt-[\d.]+-(pro|codex)/, 'unasked'],
    [/^gpt-5(-|$)|^gpt-6-astra|^gpt-6\.\d-sol/, 'least'],
    [/^gpt-5\.\d|^gpt-6-|^gpt-6\.\d-terra/, 'off'],
    [/^gpt-\d/, 'least'],
  ],
  ends: {
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
  newerPrices: 'gpt-6.1-sol | 2 10 0.1 2.5 | 1050000',
  embeddings: {
    id: 'text-embedding-3-small',
    dimensions: 512,
    price: 0.02,
    async load() {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return (settings) => createOpenAI(settings).embeddingModel
    },
  },
}
