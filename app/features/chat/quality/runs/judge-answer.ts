import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'

import { saysUnknown } from '../../grounding/says-unknown.ts'
import { sourceKeys } from './test-result.ts'
import type { Check } from './test-result.ts'
import type { Expectations } from '../questions/test-question.ts'

type Answer = {
  text: string
  cited: readonly Pick<FoundPassage, 'itemId' | 'address'>[]
  /** Whether the assistant opened the contact form because it does not know. */
  isUnanswered: boolean
}

/** Returns the expectations of an answer and whether each is met, by comparing text without a model. */
export function judgeAnswer({ shouldKnow, facts, sources }: Expectations, answer: Answer): Check[] {
  const { cited } = answer
  const isUnanswered = answer.isUnanswered || (cited.length === 0 && saysUnknown(answer.text))
  if (!shouldKnow) return [{ kind: 'unknown', expected: [], isMet: isUnanswered && cited.length === 0 }]
  if (facts.length === 0 && sources.length === 0)
    return [{ kind: 'answered', expected: [], isMet: !isUnanswered && cited.length > 0 }]
  const text = comparable(answer.text)
  const checks = facts.map((fact): Check => {
    const alternatives = fact.split('|').map((one) => one.trim())
    const isMet = alternatives.some((one) => one !== '' && holds(text, comparable(one)))
    return { kind: 'fact', expected: alternatives, isMet }
  })
  if (sources.length === 0) return checks
  const isMet = cited.some((passage) => sourceKeys(passage).some((key) => sources.includes(key)))
  return [...checks, { kind: 'source', expected: [...sources], isMet }]
}

/** Removes citations and Markdown, folds case, quotes, dashes and spaces, and turns 2,999 into 2999. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\[\d{1,3}\]/g, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(/(?<=\d)[,.' ](?=\d{3}(?!\d))/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Returns whether a text contains a part, but not within a longer number: 24 is not in 240. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = /^\d/.test(part) && /\d[.,]?$/.test(text.slice(0, at))
    const after = /\d$/.test(part) && /^[.,]?\d/.test(text.slice(at + part.length))
    if (!before && !after) return true
  }
  return false
}
