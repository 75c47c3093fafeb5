import { crawlerOperators } from '../channels/ai-names.ts'

const names = crawlerOperators.flatMap((operator) => operator.names)
const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]))
const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`, 'i')
/** Longer user agents are made up. */
const LONGEST = 500

export function crawlerOf(userAgent: string): string | null {
  const found = userAgent.length > LONGEST ? null : pattern.exec(userAgent)
  return found ? (byLowerCase.get(found[0].toLowerCase()) ?? null) : null
}
