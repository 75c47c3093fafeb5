import { foldForSearch } from '#app/lib/readable-text.ts'

const MAX_SLUG = 80

/**
 * Returns a title as part of an address: lower case, each run of other characters than letters and digits as one
 * hyphen, none at either end. Accents are removed; a title without a Latin letter or digit gives `fallback`.
 */
export function slugOf(title: string, fallback: string): string {
  const plain = foldForSearch(title).replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('ø', 'o')
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return shorten(slug) || fallback
}

function shorten(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug
  const cut = slug.slice(0, MAX_SLUG)
  const end = slug[MAX_SLUG] === '-' ? MAX_SLUG : cut.lastIndexOf('-')
  return cut.slice(0, end > MAX_SLUG / 2 ? end : MAX_SLUG).replace(/-$/, '')
}

/** Returns the first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let n = 2
  while (taken.has(`${slug}-${n}`)) n += 1
  return `${slug}-${n}`
}

/** Returns a tag as part of an address. Letters of every script stay, because a tag has no other name. */
export function slugOfTag(name: string): string {
  const slug = foldForSearch(name).replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replaceAll(/^-|-$/g, '') || 'tag'
}
