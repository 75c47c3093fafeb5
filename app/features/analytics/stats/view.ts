import { type Comparison, comparisonQuery } from './comparison.ts'
import type { Filter } from './filters.ts'
import { type Range, rangeQuery } from './range.ts'

/** What the dashboard shows; its URL contains all of it. */
export type View = {
  range: Range
  comparison: Comparison | null
  filters: readonly Filter[]
  /** Key of a shared page, which all its links contain. */
  shareKey?: string | undefined
}

export function viewQuery({ range, comparison, filters, shareKey }: View): string {
  return new URLSearchParams([
    ...(shareKey === undefined ? [] : [['key', shareKey] as [string, string]]),
    ...rangeQuery(range),
    ...comparisonQuery(comparison),
    ...filters.map(({ by, key }): [string, string] => [by, key]),
  ]).toString()
}
