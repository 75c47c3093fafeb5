import type { ErasedCounts } from '../erase-holdings.server.ts'

const names: Record<keyof ErasedCounts, readonly [one: string, many: string]> = {
  inquiries: ['inquiry', 'inquiries'],
  conversations: ['conversation', 'conversations'],
  mails: ['mail', 'mails'],
  mentions: ['mention elsewhere', 'mentions elsewhere'],
}

/** For example `2 inquiries, 1 conversation and 4 mails`. */
export function describeCounts(counts: Partial<ErasedCounts>): string {
  const parts = Object.entries(names).flatMap(([kind, [one, many]]) => {
    const count = counts[kind as keyof ErasedCounts] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length > 0 ? new Intl.ListFormat('en').format(parts) : 'nothing'
}
