import type { TokenUsage } from '#app/features/ai/providers/model-call.ts'
import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'

import type { SpendingLimits } from './spending-limits.server.ts'

/** In US dollars per million tokens, that is in millionths of a dollar per token. */
export type Price = { input: number; output: number }
export type ModelPrice = Price & { model: string }

export type Tokens = { input: number; output: number }

/** The providers' list prices of November 2026. Dated models such as `gpt-4o-2024-08-06` are found by their prefix. */
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

/** The owner's price, else the listed one, else the provider's dearest, so that caps hold for unknown models too. */
export function priceOf(provider: ProviderId, model: string, own: readonly ModelPrice[]): Price {
  return longestMatch(own, model) ?? longestMatch(listed[provider], model) ?? dearest(listed[provider])
}

/** Millionths of a dollar, rounded up. */
export function costMicros(price: Price, tokens: Tokens): number {
  return Math.ceil(price.input * tokens.input + price.output * tokens.output)
}

/** Three characters per token: an estimate on the high side, because languages differ. */
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
  by: { provider: ProviderId; model: string } | null
  usage: TokenUsage | null
  /** Characters sent and received, from which tokens are estimated. */
  characters: { input: number; output: number }
}

export function costOfReply(
  metered: Metered,
  limits: SpendingLimits,
): { tokens: Tokens | null; cost: number } {
  const tokens = tokensOf(metered)
  if (!metered.by || !tokens) return { tokens, cost: 0 }
  const price = priceOf(metered.by.provider, metered.by.model, limits.prices)
  return { tokens, cost: costMicros(price, tokens) }
}

/** Null when nothing came and the provider counted nothing; where only its count is missing, an estimate. */
function tokensOf({ usage, characters, by }: Metered): Tokens | null {
  if (!by) return null
  if (usage?.input == null && usage?.output == null && characters.output === 0) return null
  return {
    input: usage?.input ?? estimateTokens(characters.input),
    output: usage?.output ?? estimateTokens(characters.output),
  }
}
