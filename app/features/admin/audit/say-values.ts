import type { ChangedValues } from '#app/platform/audit/record-change.server.ts'

/** Formats changes, for example `role: sales → viewer; daily cap: 10 → 20`. */
export function sayValues(changes: ChangedValues): string {
  return Object.entries(changes)
    .map(([field, [before, after]]) => `${fieldInWords(field)}: ${said(before)} → ${said(after)}`)
    .join('; ')
}

function said(value: ChangedValues[string][number]): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

/** Turns `systemPrompt` into `system prompt`. */
export function fieldInWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
