import { foldForSearch } from '#app/lib/readable-text.ts'

const MAX_SLUG = 80

/** Frequent letters that are no letter with a mark. The server, which decides, knows all. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
}

/** Does what `slugOf` does, in a browser, where a title without a Latin letter or digit gives `fallback`. */
export function latinSlugOf(title: string, fallback: string): string {
  const plain = Array.from(foldForSearch(title), (letter) => letters[letter] ?? letter).join('')
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return shorten(slug) || fallback
}

function shorten(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug
  const cut = slug.slice(0, MAX_SLUG)
  const end = slug[MAX_SLUG] === '-' ? MAX_SLUG : cut.lastIndexOf('-')
  return cut.slice(0, end > MAX_SLUG / 2 ? end : MAX_SLUG).replace(/-$/, '')
}
