import { getCountries, getCountryCallingCode } from 'libphonenumber-js'

import type { Locale } from '#app/lib/messages.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'

export type Country = {
  /** ISO 3166-1, two letters. */
  readonly code: string
  readonly name: string
  /** The flag as two regional indicator symbols; the page draws flags from `/flags/{code}.svg`. */
  readonly flag: string
  /** With its plus sign. */
  readonly dialCode: string
}

const byLocale = new Map<Locale, readonly Country[]>()

/** The countries that have phone numbers (245), named as the Unicode CLDR names them, in the language's own order. */
export function listCountries(locale: Locale): readonly Country[] {
  const known = byLocale.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = getCountries()
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      flag: flagOf(code),
      dialCode: `+${getCountryCallingCode(code)}`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  byLocale.set(locale, countries)
  return countries
}

/** What people type who do not pick from the list. */
const otherNames: Readonly<Record<string, string>> = {
  'united states of america': 'US',
  usa: 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uae: 'AE',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  korea: 'KR',
  'hong kong': 'HK',
  macau: 'MO',
  'ivory coast': 'CI',
  burma: 'MM',
  macedonia: 'MK',
  swaziland: 'SZ',
  'cabo verde': 'CV',
  'democratic republic of the congo': 'CD',
  'republic of the congo': 'CG',
  palestine: 'PS',
  'russian federation': 'RU',
  deutschland: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  espana: 'ES',
  italia: 'IT',
  brasil: 'BR',
}

/**
 * By name, whatever its case and marks, by two-letter code, or by another name people use. The form stores the English
 * name, whatever language it was shown in.
 */
export function findCountry(text: string, locale: Locale): Country | undefined {
  const wanted = foldForSearch(text)
  const shown = listCountries(locale).find(
    ({ name, code }) => foldForSearch(name) === wanted || code.toLowerCase() === wanted,
  )
  const code = shown?.code ?? otherNames[wanted]
  return listCountries('en').find((country) => country.code === code)
}

/** Regional indicator symbols stand 0x1F1A5 above the letters A to Z (Unicode, annex D of TR 51). */
function flagOf(code: string): string {
  return code.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0)))
}
