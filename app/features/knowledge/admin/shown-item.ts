import type { getItem } from '../items/get-item.server.ts'

export type ShownItem = Omit<Awaited<ReturnType<typeof getItem>>, 'sections'>

/** Where the original can be seen; null for a text, which is all there is, and for a PDF that is switched off. */
export function originalOf({ id, kind, source, address, isEnabled }: ShownItem): string | null {
  if (kind === 'pdf') return isEnabled ? `/knowledge/${id}/document.pdf` : null
  return kind === 'url' ? (source ?? address) : address
}
