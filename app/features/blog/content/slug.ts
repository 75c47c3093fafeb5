import { foldForSearch } from '#app/lib/readable-text.ts'

/** Long enough for any title that is read, short enough for any address line. */
const MAX_SLUG = 80

/**
 * The address made from a title (§5): lower case, runs of anything but letters and digits as one hyphen, none at either
 * end. Accents are taken off first; a title without a Latin letter gives `fallback`.
 */
export function slugOf(title: string, fallback = 'post'): string {
  const plain = foldForSearch(title).replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('ø', 'o')
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return shorten(slug) || fallback
}

/** The first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let n = 2
  while (taken.has(`${slug}-${n}`)) n += 1
  return `${slug}-${n}`
}

/** Cut at the end of a word where there is one. */
function shorten(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug
  const cut = slug.slice(0, MAX_SLUG)
  const end = slug[MAX_SLUG] === '-' ? MAX_SLUG : cut.lastIndexOf('-')
  return cut.slice(0, end > MAX_SLUG / 2 ? end : MAX_SLUG).replace(/-$/, '')
}
