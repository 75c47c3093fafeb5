export function pdfPath(id: string, page: number | null = null): string {
  return `/knowledge/${id}/document.pdf${page === null ? '' : `#page=${page}`}`
}

export function pdfAt(href: string | null): string | null {
  return href?.match(/^\/knowledge\/([^/]+)\/document\.pdf(?:#|$)/)?.[1] ?? null
}
