import type { MetaDescriptor } from 'react-router'

/** Page numbers in addresses begin at 2: the first page has no number. No leading zeros, so that each page has one address. */
export function isPageNumber(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && text !== '1'
}

/** The number of the page in an address: 1 where there is none, null where it is invalid. */
export function readPageNumber(params: URLSearchParams): number | null {
  const given = params.get('page')
  if (given === null) return 1
  return isPageNumber(given) ? Number(given) : null
}

/** The address of one page of a list. @param base `/blog` or a tag's path */
export function pageAddress(base: string, page: number): string {
  return page === 1 ? base : `${base}?page=${page}`
}

const feedFormats = [
  ['application/rss+xml', 'rss.xml'],
  ['application/atom+xml', 'atom.xml'],
  ['application/feed+json', 'feed.json'],
] as const

/** Links to a list's feeds, which feed readers look for in its page. @param base `/blog` or a tag's path */
export function feedLinks(base: string, title: string): MetaDescriptor[] {
  return feedFormats.map(([type, file]) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: `${base}/${file}`,
  }))
}
