import type { Section } from '../passages/section.ts'

/** A book has hundreds: nobody reads them at once. */
export const SECTIONS_PER_PAGE = 20

/** Those sections that an address's `page` names; a page past the end is the last. */
export function sectionsPage(all: readonly Section[], params: URLSearchParams) {
  const pages = Math.max(1, Math.ceil(all.length / SECTIONS_PER_PAGE))
  const asked = Number(params.get('page') ?? 1)
  const page = Number.isSafeInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1
  const sections = all.slice((page - 1) * SECTIONS_PER_PAGE, page * SECTIONS_PER_PAGE)
  return { sections, page, pages, total: all.length }
}
