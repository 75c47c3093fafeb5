import type { TokenUsage } from '#app/features/ai/providers/model-call.ts'
import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'

import type { SpendingLimits } from './spending-limits-schema.ts'

/** US dollars for a million tokens, which is also millionths of a dollar for one. */
export type Price = { input: number; output: number }
export type ModelPrice = Price & { model: string }

/**
 * List prices as the providers publish them, November 2026; the owner's own replace them. Dated ids (`gpt-4o-2024-08-06`)
 * are found by their beginning.
 */
const listed: Record<ProviderId, readonly ModelPrice[]> = {
  openai: [
    { model: 'gpt-4', input: 30, output: 60 },
    { model: 'gpt-4-turbo', input: 10, output: 30 },
    { model: 'gpt-4o', input: 2.5, output: 10 },
    { model: 'gpt-4o-mini', input: 0.15, output: 0.6 },
    { model: 'gpt-4.1', input: 2, output: 8 },
    { model: 'gpt-4.1-mini', input: 0.4, output: 1.6 },
    { model: 'gpt-4.1-nano', input: 0.1, output: 0.4 },
    { model: 'gpt-3.5-turbo', input: 0.5, output: 1.5 },
    { model: 'gpt-5', input: 1.25, output: 10 },
    { model: 'gpt-5-mini', input: 0.25, output: 2 },
    { model: 'gpt-5-nano', input: 0.05, output: 0.4 },
    { model: 'o1', input: 15, output: 60 },
    { model: 'o3', input: 2, output: 8 },
    { model: 'o3-mini', input: 1.1, output: 4.4 },
    { model: 'o4-mini', input: 1.1, output: 4.4 },
  ],
  deepseek: [
    { model: 'deepseek-chat', input: 0.27, output: 1.1 },
    { model: 'deepseek-reasoner', input: 0.55, output: 2.19 },
  ],
  claude: [
    { model: 'claude-opus', input: 15, output: 75 },
    { model: 'claude-opus-4-5', input: 5, output: 25 },
    { model: 'claude-sonnet', input: 3, output: 15 },
    { model: 'claude-haiku', input: 1, output: 5 },
    { model: 'claude-3-5-sonnet', input: 3, output: 15 },
    { model: 'claude-3-5-haiku', input: 0.8, output: 4 },
    { model: 'claude-3-haiku', input: 0.25, output: 1.25 },
  ],
  gemini: [
    { model: 'gemini-2.5-pro', input: 1.25, output: 10 },
    { model: 'gemini-2.5-flash', input: 0.3, output: 2.5 },
    { model: 'gemini-2.5-flash-lite', input: 0.1, output: 0.4 },
    { model: 'gemini-2.0-flash', input: 0.1, output: 0.4 },
    { model: 'gemini-1.5-pro', input: 1.25, output: 5 },
    { model: 'gemini-1.5-flash', input: 0.075, output: 0.3 },
  ],
}

/** The price of a model: the owner's, else the listed one, else the dearest of its provider, so that a cap still holds. */
export function priceOf(provider: ProviderId, model: string, own: readonly ModelPrice[]): Price {
  return longestMatch(own, model) ?? longestMatch(listed[provider], model) ?? dearest(listed[provider])
}

/** Millionths of a dollar, rounded up. */
export function costMicros(price: Price, tokens: { input: number; output: number }): number {
  return Math.ceil(price.input * tokens.input + price.output * tokens.output)
}

/** For a text whose tokens nobody counted: languages differ, and three characters a token errs to the dear side. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 3)
}

function longestMatch(prices: readonly ModelPrice[], model: string): Price | undefined {
  return prices
    .filter((price) => model === price.model || model.startsWith(`${price.model}-`))
    .sort((a, b) => b.model.length - a.model.length)[0]
}

function dearest(prices: readonly Price[]): Price {
  return {
    input: Math.max(...prices.map((price) => price.input)),
    output: Math.max(...prices.map((price) => price.output)),
  }
}

export type Metered = {
  /** Null where no provider was called. */
  by: { provider: ProviderId; model: string } | null
  usage: TokenUsage | null
  /** Characters sent and received, to estimate by where the provider did not count. */
  characters: { input: number; output: number }
}

/** What a reply took, in tokens and in millionths of a dollar. */
export function costOfReply(
  metered: Metered,
  limits: SpendingLimits,
): { tokens: { input: number; output: number } | null; cost: number } {
  const tokens = tokensOf(metered)
  if (!metered.by || !tokens) return { tokens, cost: 0 }
  const price = priceOf(metered.by.provider, metered.by.model, limits.prices)
  return { tokens, cost: costMicros(price, tokens) }
}

/** A reply of which nothing came costs nothing, unless the provider says so; a cut one is estimated. */
function tokensOf({ usage, characters, by }: Metered): { input: number; output: number } | null {
  if (!by) return null
  if (usage?.input == null && usage?.output == null && characters.output === 0) return null
  return {
    input: usage?.input ?? estimateTokens(characters.input),
    output: usage?.output ?? estimateTokens(characters.output),
  }
}
