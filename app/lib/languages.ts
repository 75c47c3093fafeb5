/** Languages in which the product's own texts exist, as BCP 47 tags. Each is a folder of `app/languages`. */
export const productLanguages = [
  'ar',
  'bn',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'ur',
  'zh',
] as const

export type ProductLanguage = (typeof productLanguages)[number]

/** Pseudo-languages of tests: accented and lengthened English, from left to right and from right to left. */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const

/** A language of the site. Visitors do not see a hidden one. */
export type SiteLanguage = { readonly tag: string; readonly isHidden: boolean }

/** Returns the language of the product's texts for a tag: `pt` for `pt-BR`; null without one. */
export function productLanguageOf(tag: string): ProductLanguage | null {
  const [language] = tag.toLowerCase().split('-')
  return productLanguages.find((each) => each === language) ?? null
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return /^(ar|dv|fa|he|ks|ku-arab|ps|sd|ug|ur|yi)(-|$)/i.test(tag) ? 'rtl' : 'ltr'
}

/** Returns a language's name in itself, with a capital: `Deutsch`. */
export function ownNameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

let englishNames: Intl.DisplayNames | undefined

/** Returns a language's English name, as the admin is in English: `German`. */
export function englishNameOf(tag: string): string {
  return (englishNames ??= new Intl.DisplayNames(['en'], { type: 'language' })).of(tag) ?? tag
}

/** Returns the canonical BCP 47 tag, `pt-BR` for `PT-br`, or null for what is no tag of up to three parts. */
export function canonicalTag(typed: string): string | null {
  if (typed.length > 20 || !/^[a-z]{2,3}(-[a-z\d]{2,8}){0,2}$/i.test(typed)) return null
  try {
    return Intl.getCanonicalLocales(typed)[0] ?? null
  } catch {
    return null
  }
}

/** Returns the canonical tag of a language in which the product has texts, else null. */
export function readLanguage(typed: unknown): string | null {
  const tag = typeof typed === 'string' ? canonicalTag(typed) : null
  return tag === null || productLanguageOf(tag) === null ? null : tag
}

/** Returns the first part of the addresses in a language: `/pt-br` for `pt-BR`. */
export function rootOfLanguage(tag: string): string {
  return `/${tag.toLowerCase()}`
}

/**
 * Splits an address of another language: `/de/about` is `/about` in German.
 * @returns null for addresses of the main language and of hidden ones.
 */
export function splitAddress(
  path: string,
  languages: readonly SiteLanguage[],
): { language: string; path: string } | null {
  const other = languages.slice(1).find(({ tag, isHidden }) => {
    const root = rootOfLanguage(tag)
    return !isHidden && path.startsWith(root) && (path.length === root.length || path[root.length] === '/')
  })
  return other ? { language: other.tag, path: path.slice(rootOfLanguage(other.tag).length) || '/' } : null
}

/** Returns the tag of the language of a page's address. */
export function languageOfAddress(path: string, languages: readonly SiteLanguage[]): string | undefined {
  return splitAddress(path, languages)?.language ?? languages[0]?.tag
}

/** Returns a page's whole address in a language of the site, for redirects from one language to another. */
export function inLanguageOfSite(
  path: string,
  language: string,
  { publicUrl, mainLanguage }: { publicUrl: string; mainLanguage: string },
): string {
  const root = language === mainLanguage ? '' : rootOfLanguage(language)
  return `${new URL(publicUrl).origin}${root}${path}`
}
