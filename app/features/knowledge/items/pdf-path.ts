export function pdfPath(id: string, page: number | null = null): string {
  return `/knowledge/${id}/document.pdf${page === null ? '' : `#page=${page}`}`
}

/** The id of the PDF at an address; null for any other address. */
export function pdfAt(href: string | null): string | null {
  return href?.match(/^\/knowledge\/([^/]+)\/document\.pdf(?:#|$)/)?.[1] ?? null
}
