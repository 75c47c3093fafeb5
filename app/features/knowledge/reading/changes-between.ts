import { diffLines } from 'diff'
import { z } from 'zod'

import type { Section } from '../passages/section.ts'

/** With more edits, the page counts as new, because a list of changes would be useless. */
const MOST_EDITS = 500
const MOST_SHOWN = 20_000

const changesSchema = z.array(z.object({ kind: z.enum(['added', 'removed']), text: z.string() }))

export type Changes = z.infer<typeof changesSchema>

/** Returns null if there are too many changes to show. */
export function changesBetween(before: readonly Section[], after: readonly Section[]): Changes | null {
  const parts = diffLines(textOf(before), textOf(after), { maxEditLength: MOST_EDITS, timeout: 500 })
  if (!parts) return null
  const changes = parts
    .filter(({ added, removed }) => added || removed)
    .map(({ added, value }) => ({
      kind: added ? ('added' as const) : ('removed' as const),
      text: value.trim(),
    }))
    .filter(({ text }) => text !== '')
  const length = changes.reduce((sum, { text }) => sum + text.length, 0)
  return length > MOST_SHOWN ? null : changes
}

export function readChanges(stored: string | null): Changes | null {
  return stored === null ? null : changesSchema.parse(JSON.parse(stored))
}

function textOf(sections: readonly Section[]): string {
  return sections
    .map(({ headings, text }) => `${[headings.at(-1), text].filter(Boolean).join('\n')}\n`)
    .join('\n')
}
