import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'
import type { TestResultTable, TestRunTable } from '#app/platform/db/schema/quality.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

export type Verdict = TestResultTable['verdict']
export type VerdictChange = TestResultTable['change']

/** `fact`: the answer contains one of `expected`. `source`: it cites one of them. */
export type Check = {
  kind: 'fact' | 'source' | 'answered' | 'unknown'
  expected: string[]
  isMet: boolean
}

export type UsedPassage = {
  title: string
  page: number | null
  address: string | null
  itemId: string
  headings: string[]
  text: string
  isCited: boolean
}

export const verdictNames: Record<Verdict, string> = {
  passed: 'Passed',
  failed: 'Failed',
  fault: 'Not answered',
}

export const verdictTones: Record<Verdict, BadgeTone> = {
  passed: 'success',
  failed: 'danger',
  fault: 'warning',
}

/** Why a run ended before its last question. */
export type EndReason = 'stopped' | 'no-provider' | 'cap' | 'bound' | 'provider' | 'fault'

const endReasons: Record<EndReason, string> = {
  stopped: 'You stopped it.',
  'no-provider': 'No provider is set up in API Configuration.',
  cap: 'Four fifths of a spending cap are used; the rest is kept for visitors.',
  bound: 'The monthly spending cap for tests is reached.',
  provider: 'The provider failed three times in a row.',
  fault: 'An internal error occurred. The server log has the details.',
}

export function endReasonText(reason: TestRunTable['reason']): string | null {
  return reason === null ? null : endReasons[reason as EndReason]
}

/** Returns the keys by which a source can be expected: an item by its id, a page by its path. */
export function sourceKeys({ itemId, address }: Pick<FoundPassage, 'itemId' | 'address'>): string[] {
  return address === null ? [itemId] : [itemId, address]
}

const EXCERPT = 240
const MOST_PASSAGES = 8

/** Returns the cited passages first, then the found ones. */
export function usedPassages(cited: readonly FoundPassage[], found: readonly FoundPassage[]): UsedPassage[] {
  const all = [...new Map([...cited, ...found].map((passage) => [passage.id, passage])).values()]
  return all.slice(0, MOST_PASSAGES).map((passage) => {
    const { title, page, address, itemId, headings, text } = passage
    const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text
    const isCited = cited.some(({ id }) => id === passage.id)
    return { title, page, address, itemId, headings, text: excerpt, isCited }
  })
}

/** Compares item and text, because ids change whenever an item is read. */
export function isSamePassage(a: UsedPassage, b: UsedPassage): boolean {
  return a.itemId === b.itemId && a.page === b.page && a.text === b.text
}
