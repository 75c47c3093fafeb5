import type { MetaDescriptor } from 'react-router'

/** Page numbers in URLs have no leading zeros. `?page=1` shows the first page, whose own address has no number. */
export function isPageNumber(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}

/** Returns the page number of a URL: 1 if there is none, null if it is invalid. */
export function readPageNumber(params: URLSearchParams): number | null {
  const given = params.get('page')
  if (given === null) return 1
  return isPageNumber(given) ? Number(given) : null
}

/** Returns the path of one page of a list. @param base `/blog` or a tag's path */
export function pageAddress(base: string, page: number): string {
  return page === 1 ? base : `${base}?page=${page}`
}

const feedFormats = [
  ['application/rss+xml', 'rss.xml'],
  ['application/atom+xml', 'atom.xml'],
  ['application/feed+json', 'feed.json'],
] as const

/** Returns the links by which feed readers find a list's feeds. @param base `/blog` or a tag's path */
export function feedLinks(base: string, title: string): MetaDescriptor[] {
  return feedFormats.map(([type, file]) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: `${base}/${file}`,
  }))
}
