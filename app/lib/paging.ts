export const pageCount = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))

/** Returns the requested page of a list, or the last one if it is past the end. */
export function pageOf(total: number, perPage: number, asked: number) {
  const pages = pageCount(total, perPage)
  const page = Math.min(asked, pages)
  return { page, pages, offset: (page - 1) * perPage }
}

/** Counting stops here; the text then says `10,000+`. */
export const MOST_COUNTED = 10_000

export function countText(count: number, hasMore: boolean): string {
  const text = count.toLocaleString('en-US')
  return hasMore ? `${text}+` : text
}
