import { withoutPath } from '#app/features/ai/models/model-name.ts'
import type { ProviderId } from '#app/platform/ai-provider-list.ts'

import type { ThinkingHabit } from './provider.ts'
import { providerTable } from './provider-table.server.ts'

export type Thinking = {
  /** The least effort that its API accepts; undefined if none may be requested. */
  effort: 'none' | 'low' | undefined
  /** Whether it reasons nevertheless, and so needs more tokens and time. */
  thinks: boolean | 'unknown'
}

const habits: Readonly<Record<ThinkingHabit, Thinking>> = {
  plain: { effort: undefined, thinks: false },
  off: { effort: 'none', thinks: false },
  /** For `none`, the library requests the least possible: minimal, low or a small budget. */
  least: { effort: 'none', thinks: true },
  low: { effort: 'low', thinks: true },
  unasked: { effort: undefined, thinks: true },
}
/** Requests nothing from an unknown model but gives it more time. */
const unknown: Thinking = { effort: undefined, thinks: 'unknown' }

export function thinkingOf(provider: ProviderId, model: string): Thinking {
  const name = withoutPath(model)
  const found = providerTable[provider].thinking.find(([models]) => models.test(name))
  return found ? habits[found[1]] : unknown
}

/** Set for every model, because some default to 64,000 and more. */
export const MAX_OUTPUT_TOKENS = 1000
/** Added to the reply; at the lowest effort, models rarely need more than half of it. */
const THINKING_TOKENS = 4000

/** Returns the most tokens that a model may write, including reasoning. */
export function outputTokens({ thinks }: Pick<Thinking, 'thinks'>, ofText = MAX_OUTPUT_TOKENS): number {
  return thinks === true ? ofText + THINKING_TOKENS : ofText
}
