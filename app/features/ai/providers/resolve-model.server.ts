import { createAnthropic } from '@ai-sdk/anthropic'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'

import type { Endpoint } from './reply-events.ts'

/** The library's model for an endpoint. OpenAI is called by chat completions, which compatible servers speak too. */
export function resolveModel(endpoint: Endpoint, fetch: typeof globalThis.fetch): LanguageModelV4 {
  const { model, key: apiKey, baseUrl: baseURL } = endpoint
  switch (endpoint.provider) {
    case 'openai':
      return createOpenAI({ apiKey, baseURL, fetch }).chat(model)
    case 'deepseek':
      return createDeepSeek({ apiKey, baseURL, fetch })(model)
    case 'claude':
      return createAnthropic({ apiKey, baseURL, fetch })(model)
    case 'gemini':
      return createGoogle({ apiKey, baseURL, fetch })(model)
  }
}
