import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'

import type { Endpoint } from '#app/features/ai/providers/model-call.ts'
import { fetchFrom } from '#app/features/ai/providers/provider-fetch.server.ts'

/** Creates an embedding client. It has its own file, because it loads the providers' packages. */
export function embeddingModel(endpoint: Endpoint, id: string): EmbeddingModelV4 {
  const { provider, key: apiKey, baseUrl: baseURL } = endpoint
  const send = fetchFrom(endpoint)
  // A redirect would send the key to another server.
  const guarded: typeof fetch = (input, init) => send(input, { ...init, redirect: 'error' })
  return provider === 'gemini'
    ? createGoogle({ apiKey, baseURL, fetch: guarded }).embeddingModel(id)
    : createOpenAI({ apiKey, baseURL, fetch: guarded }).embeddingModel(id)
}
