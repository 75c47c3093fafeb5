import type { getItem } from '../items/get-item.server.ts'
import { pdfPath } from '../items/pdf-path.ts'
import type { Section } from '../passages/section.ts'

export type ShownItem = Omit<Awaited<ReturnType<typeof getItem>>, 'sections'>

export function originalOf({ id, kind, source, address }: ShownItem): string | null {
  if (kind === 'pdf') return pdfPath(id)
  return kind === 'url' ? (source ?? address) : address
}

export const SECTIONS_PER_PAGE = 20

/** A page number past the end gives the last page. */
export function sectionsPage(all: readonly Section[], params: URLSearchParams) {
  const pages = Math.max(1, Math.ceil(all.length / SECTIONS_PER_PAGE))
  const asked = Number(params.get('page') ?? 1)
  const page = Number.isSafeInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1
  const sections = all.slice((page - 1) * SECTIONS_PER_PAGE, page * SECTIONS_PER_PAGE)
  return { sections, page, pages, total: all.length }
}
