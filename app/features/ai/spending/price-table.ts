import { estimatedPrice, factsOf, type Price } from '#app/features/ai/models/model-facts.ts'
import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import type { EarlierCall, TokenUsage } from '#app/features/ai/providers/model-call.ts'
import type { ProviderId } from '#app/platform/ai-provider-list.ts'

import type { SpendingLimits } from './spending-limits.server.ts'

export type ModelPrice = Pick<Price, 'input' | 'output'> & { model: string }

/** `input` includes the tokens read from and written to the provider's cache. */
export type Tokens = { input: number; output: number; cacheRead?: number; cacheWrite?: number }

export type FoundPrice = {
  price: Price
  source: 'own' | 'listed' | 'estimated'
}

type Asked = { provider: ProviderId; model: string }

export function findPrice({ provider, model }: Asked, own: readonly ModelPrice[], at: number): FoundPrice {
  const typed = findOwnPrice(model, own)
  if (typed) return { price: { input: typed.input, output: typed.output }, source: 'own' }
  const facts = factsOf(provider, model, at)
  if (facts) return { price: facts.price, source: 'listed' }
  return { price: estimatedPrice(provider, at), source: 'estimated' }
}

/** Returns millionths of a dollar, rounded up. */
export function costMicros(price: Price, tokens: Tokens): number {
  const { cacheRead = 0, cacheWrite = 0 } = tokens
  const plain = Math.max(0, tokens.input - cacheRead - cacheWrite)
  const input =
    price.input * plain +
    (price.cacheRead ?? price.input) * cacheRead +
    (price.cacheWrite ?? price.input) * cacheWrite
  // Without rounding, 0.1 × 30 would become 4.
  return Math.ceil(Number((input + price.output * tokens.output).toFixed(6)))
}

/** Also matches dated models: `gpt-4o` includes `gpt-4o-2024-08-06`. */
export function findOwnPrice(model: string, own: readonly ModelPrice[]): ModelPrice | undefined {
  return own
    .filter((price) => model === price.model || model.startsWith(`${price.model}-`))
    .sort((a, b) => b.model.length - a.model.length)[0]
}

export type Metered = {
  by: Asked | null
  usage: TokenUsage | null
  /** Failed calls of the same reply that were charged. */
  earlier: readonly EarlierCall[]
  /** Characters sent and received, for estimating tokens. */
  characters: { input: number; output: number }
}

/** Adds up all calls of a reply. Tokens are null if nothing came and no provider counted. */
export function costOfReply(
  metered: Metered,
  limits: Pick<SpendingLimits, 'prices'>,
  at: number,
): { tokens: Tokens | null; cost: number } {
  const last = tokensOf(metered)
  const calls = [
    ...(metered.by && last ? [{ by: metered.by, tokens: last }] : []),
    ...metered.earlier.map(({ by, usage }) => ({ by, tokens: countedTokens(usage) })),
  ]
  if (calls.length === 0) return { tokens: null, cost: 0 }
  const cost = calls.reduce(
    (sum, { by, tokens }) => sum + costMicros(findPrice(by, limits.prices, at).price, tokens),
    0,
  )
  const sum = (of: 'input' | 'output') => calls.reduce((total, { tokens }) => total + tokens[of], 0)
  return { tokens: { input: sum('input'), output: sum('output') }, cost }
}

/** Returns null if nothing came and the provider counted nothing; estimates a missing count otherwise. */
function tokensOf({ usage, characters, by }: Metered): Tokens | null {
  if (!by) return null
  if (usage?.input == null && usage?.output == null && characters.output === 0) return null
  const { cacheRead, cacheWrite } = usage ?? {}
  return {
    input: usage?.input ?? estimateTokens(characters.input),
    output: usage?.output ?? estimateTokens(characters.output),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

function countedTokens({ input, output, cacheRead, cacheWrite }: TokenUsage): Tokens {
  return {
    input: Number(input),
    output: Number(output),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}
