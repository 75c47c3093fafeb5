import { withoutPath } from '#app/features/ai/models/model-name.ts'

import type { ProviderId } from './provider-list.ts'

export type Thinking = {
  /** The least effort that its API accepts; undefined if none may be requested. */
  effort: 'none' | 'low' | undefined
  /** Whether it reasons nevertheless, and so needs more tokens and time. */
  thinks: boolean | 'unknown'
}

const plain: Thinking = { effort: undefined, thinks: false }
const off: Thinking = { effort: 'none', thinks: false }
/** For `none`, the library requests the least possible: minimal, low or a small budget. */
const least: Thinking = { effort: 'none', thinks: true }
const low: Thinking = { effort: 'low', thinks: true }
const unasked: Thinking = { effort: undefined, thinks: true }
/** Requests nothing from an unknown model but gives it more time. */
const unknown: Thinking = { effort: undefined, thinks: 'unknown' }

type Family = readonly [pattern: RegExp, thinking: Thinking]

const families: Readonly<Record<ProviderId, readonly Family[]>> = {
  openai: [
    [/^(gpt-[34]|chatgpt-|gpt-5.*-chat|ft:gpt-[34])/, plain],
    [/^o\d/, low],
    [/^gpt-[\d.]+-(pro|codex)/, unasked],
    [/^gpt-5(-|$)|^gpt-6-astra|^gpt-6\.\d-sol/, least],
    [/^gpt-5\.\d|^gpt-6-|^gpt-6\.\d-terra/, off],
    [/^gpt-\d/, least],
  ],
  deepseek: [
    [/^deepseek-chat/, plain],
    [/^deepseek-(reasoner|r\d)/, unasked],
    [/^deepseek-(flash|pro|v([4-9]|3\.[12]))/, off],
  ],
  claude: [
    [/^claude-([23]|instant|(opus|sonnet|haiku)-4)/, plain],
    [/^claude-(fable|mythos|opus-5-5|sonnet-5-5)/, least],
    [/^claude-(opus|sonnet|haiku)-5/, off],
    [/^claude-/, least],
  ],
  gemini: [
    [/^(gemini-(1|2\.0)|gemma-)/, plain],
    [/^gemini-2\.5-flash/, off],
    [/^gemini-(2\.5|[3-9])/, least],
  ],
}

export function thinkingOf(provider: ProviderId, model: string): Thinking {
  const name = withoutPath(model)
  return families[provider].find(([pattern]) => pattern.test(name))?.[1] ?? unknown
}

/** Set for every model, because some default to 64,000 and more. */
export const MAX_OUTPUT_TOKENS = 1000
/** Added to the reply; at the lowest effort, models rarely need more than half of it. */
const THINKING_TOKENS = 4000

/** Returns the most tokens that a model may write, including reasoning. */
export function outputTokens({ thinks }: Pick<Thinking, 'thinks'>, ofText = MAX_OUTPUT_TOKENS): number {
  return thinks === true ? ofText + THINKING_TOKENS : ofText
}
