import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { readableLine } from '#app/lib/readable-text.ts'

const LONGEST = 120

/**
 * A campaign's labels in one line: source / medium / campaign. Null where there are none. Figures outlive an erasure, so an
 * address that a newsletter put in its links does not come into them.
 */
export function campaignOf(labels: readonly (string | null | undefined)[]): string | null {
  const line = labels
    .map((label) => label && readableLine(withoutAddresses(label).slice(0, LONGEST)))
    .filter(Boolean)
    .join(' / ')
    .slice(0, LONGEST)
  return line.replace(/[\uD800-\uDBFF]$/, '').trim() || null
}
