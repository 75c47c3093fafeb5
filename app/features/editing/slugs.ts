import anyAscii from 'any-ascii'

import { foldForSearch, withoutPiledMarks } from '#app/lib/readable-text.ts'

import { latinSlugOf } from './latin-slug.ts'

/**
 * Returns a title as part of an address: lower case, each run of other characters than letters and digits as one
 * hyphen, none at either end. Accents are removed, and other scripts are written in Latin letters. A title without a
 * letter or digit gives `fallback`. For the server: the tables of letters are too large for browsers.
 */
export function slugOf(title: string, fallback: string): string {
  return latinSlugOf(anyAscii(withoutPiledMarks(title).normalize('NFKC')), fallback)
}

/** Returns the first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let n = 2
  while (taken.has(`${slug}-${n}`)) n += 1
  return `${slug}-${n}`
}

/**
 * Returns a tag as part of an address. Letters of every script stay, because a tag has no other name. `C++`, `C#` and `C`
 * are three tags.
 */
export function slugOfTag(name: string): string {
  const named = foldForSearch(name)
    .replaceAll(/(?<=[\p{L}\p{N}+])\+(?![\p{L}\p{N}])/gu, ' plus ')
    .replaceAll(/(?<=[\p{L}\p{N}])#(?![\p{L}\p{N}])/gu, ' sharp ')
  const slug = named.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replaceAll(/^-|-$/g, '') || 'tag'
}
