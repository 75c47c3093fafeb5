import { hostOf } from '#app/platform/ai-provider-list.ts'

import type { Endpoint } from './model-call.ts'

/** Models whose makers never send thoughts as text; a server may put the maker's name before theirs. */
const NEVER = /^(?:[\w.-]+\/)?(?:gpt-\d|chatgpt-|o\d(?:-|$)|claude-|gemini-|grok-)/i
/** Open weights, which some servers run under the names of other providers' APIs too. */
const OPEN_WEIGHTS = /\br1\b|distill|qwq|qwen|think/i

/** Replies without thoughts after which a model is trusted. */
const ENOUGH = 3
const MOST_KNOWN = 200

export type ThoughtHabits = {
  /** Whether a model may send thoughts as text without an opening tag, so that its text cannot be shown at once. */
  mayThinkAloud(endpoint: Endpoint): boolean
  /** Remembers whether a whole reply had thoughts in its text. */
  note(endpoint: Endpoint, hasThoughts: boolean): void
}

/** Remembers for this process which models of compatible servers think in their text. */
export function createThoughtHabits(): ThoughtHabits {
  const quiet = new Map<string, number>()
  const keyOf = ({ baseUrl, model }: Endpoint) => `${baseUrl} ${model}`
  return {
    mayThinkAloud(endpoint) {
      const { provider, model } = endpoint
      if (isOwnServer(endpoint) || NEVER.test(model)) return false
      if (provider !== 'openai' && !OPEN_WEIGHTS.test(model)) return false
      const seen = quiet.get(keyOf(endpoint))
      return seen === undefined || seen < ENOUGH
    },
    note(endpoint, hasThoughts) {
      const key = keyOf(endpoint)
      if (quiet.size > MOST_KNOWN) quiet.clear()
      const seen = quiet.get(key)
      quiet.set(key, hasThoughts ? -Infinity : seen === undefined ? 1 : seen + 1)
    },
  }
}

function isOwnServer({ provider, baseUrl }: Endpoint): boolean {
  return URL.parse(baseUrl)?.host === hostOf(provider)
}
