import type { IncomingMessage } from 'node:http'

import { providerIds, providers } from '#app/platform/ai-provider-list.ts'

import type { FakeApi, FakeModel } from './behaviour.ts'

/** Returns where an API is at the fake: under its provider's id, the path is the real one's. */
export function rootOf(api: FakeApi): string {
  return `/${api}${new URL(providers[api].baseUrl).pathname}`.replace(/\/$/, '')
}

const chat = ['generateContent', 'countTokens']

/** Some models that the providers listed in November 2026, including some that do not chat. */
export const usualModels: Readonly<Record<FakeApi, readonly FakeModel[]>> = {
  openai: [
    { id: 'gpt-6-luna' },
    { id: 'gpt-6.1-sol' },
    { id: 'gpt-5-mini', ends: '2026-12-11' },
    { id: 'gpt-4o', ends: '2027-01-14' },
    { id: 'gpt-image-2.6-flare' },
    { id: 'text-embedding-3-small' },
    { id: 'gpt-realtime-2' },
  ],
  deepseek: [{ id: 'deepseek-flash' }, { id: 'deepseek-v4-pro' }],
  claude: [
    { id: 'claude-haiku-5-5', window: 1_000_000 },
    { id: 'claude-sonnet-5-5', window: 1_000_000 },
    { id: 'claude-sonnet-4-5-20250929', window: 200_000 },
  ],
  gemini: [
    { id: 'gemini-3.5-flash-lite', window: 1_048_576, methods: chat },
    { id: 'gemini-3.8-flash', window: 1_048_576, methods: chat },
    { id: 'gemini-2.5-flash', window: 1_048_576, methods: chat },
    { id: 'gemini-embedding-001', window: 2048, methods: ['embedContent'] },
    { id: 'gemini-3.8-flash-tts', window: 8192, methods: chat },
  ],
}

export function findListApi({ method, url = '/' }: IncomingMessage): FakeApi | null {
  const [path = ''] = url.split('?')
  if (method !== 'GET') return null
  return providerIds.find((id) => path === `${rootOf(id)}/models`) ?? null
}

/** Returns one page in the API's own shape, or null without a list. Those like OpenAI's send everything at once. */
export function listPage(
  { models, pageSize = 1000 }: { models: readonly FakeModel[] | null; pageSize?: number },
  api: FakeApi,
  { url = '/' }: IncomingMessage,
): object | null {
  if (models === null) return null
  const query = new URL(url, 'http://fake').searchParams
  if (api === 'claude') {
    const from = models.findIndex(({ id }) => id === query.get('after_id')) + 1
    const page = models.slice(from, from + pageSize)
    return {
      data: page.map(({ id, window }) => ({
        type: 'model',
        id,
        display_name: id,
        created_at: '2026-10-07T00:00:00Z',
        max_input_tokens: window ?? null,
      })),
      has_more: from + pageSize < models.length,
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
    }
  }
  if (api === 'gemini') {
    const from = Number(query.get('pageToken') ?? 0)
    return {
      models: models.slice(from, from + pageSize).map(({ id, window, methods }) => ({
        name: `models/${id}`,
        displayName: id,
        inputTokenLimit: window,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: methods ?? chat,
      })),
      ...(from + pageSize < models.length && { nextPageToken: String(from + pageSize) }),
    }
  }
  return {
    object: 'list',
    data: models.map(({ id, ends }) => ({
      id,
      object: 'model',
      created: 1_764_656_316,
      owned_by: api,
      ...(api === 'openai' && { shutdown_date: ends ?? null }),
    })),
  }
}
