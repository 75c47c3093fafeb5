import type { getItem } from '../items/get-item.server.ts'
import { pdfPath } from '../items/pdf-path.ts'

export type ShownItem = Omit<Awaited<ReturnType<typeof getItem>>, 'sections'>

/** Where the original can be seen; null for a text, which is all there is. */
export function originalOf({ id, kind, source, address }: ShownItem): string | null {
  if (kind === 'pdf') return pdfPath(id)
  return kind === 'url' ? (source ?? address) : address
}
