/** Where a PDF itself is opened, at a page of it. */
export function pdfPath(id: string, page: number | null = null): string {
  return `/knowledge/${id}/document.pdf${page === null ? '' : `#page=${page}`}`
}

/** The item whose PDF stands at an address; null for an address of anything else. */
export function pdfAt(href: string | null): string | null {
  return /^\/knowledge\/([^/]+)\/document\.pdf(?:#|$)/.exec(href ?? '')?.[1] ?? null
}
