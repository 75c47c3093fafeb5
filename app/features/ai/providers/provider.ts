import type { EmbeddingModelV4, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { z } from 'zod'

import type { OnThoughts, Reading } from './answer-reading.ts'

export const modelId = z.string().min(1).max(200)
export const tokenCount = z.int().positive()

export type ListedModel = {
  id: string
  /** The day on which the provider shuts it down, as YYYY-MM-DD. */
  ends?: string | undefined
  window?: number | undefined
}

export type ModelPage = {
  models: ListedModel[]
  /** The query string for the next page, or null. */
  next: string | null
}

export type Size = 'small' | 'middle' | 'large'

export type ThinkingHabit = 'plain' | 'off' | 'least' | 'low' | 'unasked'

type Settings = { apiKey: string; baseURL: string; fetch: typeof fetch }
type Load<Model> = () => Promise<(settings: Settings) => (model: string) => Model>

/** A provider's API and models. Its label and address are in ai-provider-list.ts, its prices in price-data.ts. */
export type Provider = {
  /** Its name at @pydantic/genai-prices, from which scripts/renew-model-prices.ts writes price-data.ts. */
  priceList: string
  /** Loads its library on first use, because a server without a key never needs it. */
  load: Load<LanguageModelV4>
  readAnswer: (onThoughts: OnThoughts) => Reading
  /** False if the library knows every error of this API. */
  hasVariousErrors: boolean
  list: {
    path: string
    headers: (key: string) => Record<string, string>
    parse: (body: unknown) => ModelPage
  }
  /** Offered until its own list is known. The first is the default: a small one, not named preview or latest. */
  models: readonly [string, ...string[]]
  sizes: Readonly<{ small: RegExp } & Partial<Record<Size, RegExp>>>
  /** Its models that do not chat, beside those that choose-model.ts knows by their names. */
  notChat?: RegExp
  thinking: readonly (readonly [models: RegExp, habit: ThinkingHabit])[]
  /** Announced shutdown dates, which also apply to dated versions of a model. */
  ends: Readonly<Record<string, string>>
  /** Prices that its pages stated on 2026-11-22 and that price-data.ts lacks, in its format. */
  newerPrices: string
  /** Missing without an embedding API. */
  embeddings?: {
    id: string
    /** Fewer than the model offers, because each costs one byte of memory per passage. */
    dimensions: number
    /** US dollars per million tokens, as of November 2026. */
    price: number
    load: Load<EmbeddingModelV4>
    options?: (purpose: 'document' | 'question') => SharedV4ProviderOptions
  }
  /** Sent with the end of what is the same for all visitors, if the API does not cache long prefixes by itself. */
  cacheMark?: SharedV4ProviderOptions
  /** Whether a part of an answer is not for visitors. */
  isAside?: (metadata: SharedV4ProviderOptions | undefined) => boolean
}
