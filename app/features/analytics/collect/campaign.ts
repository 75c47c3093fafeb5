import { readableLine } from '#app/lib/readable-text.ts'

const LONGEST = 120

/** A campaign's labels in one line: source / medium / campaign. Null where there are none. */
export function campaignOf(labels: readonly (string | null | undefined)[]): string | null {
  const line = labels
    .map((label) => label && readableLine(label.slice(0, LONGEST)))
    .filter(Boolean)
    .join(' / ')
    .slice(0, LONGEST)
  return line.replace(/[\uD800-\uDBFF]$/, '').trim() || null
}
