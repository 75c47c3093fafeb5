import type { ProviderId } from '#app/features/ai/providers/provider-list.ts'
import type { TokenUsage } from '#app/features/ai/providers/model-call.ts'

import type { SpendingLimits } from './spending-limits-schema.ts'
import { costMicros, estimateTokens, priceOf } from './price-table.ts'

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
