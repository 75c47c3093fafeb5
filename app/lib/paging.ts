export const pageCount = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))

/** The page of a list that was asked for; past the end it is the last. */
export function pageOf(total: number, perPage: number, asked: number) {
  const pages = pageCount(total, perPage)
  const page = Math.min(asked, pages)
  return { page, pages, offset: (page - 1) * perPage }
}

/** Counts end here, and say `10,000+`. */
export const MOST_COUNTED = 10_000

export function countText(count: number, hasMore: boolean): string {
  const text = count.toLocaleString('en-US')
  return hasMore ? `${text}+` : text
}
