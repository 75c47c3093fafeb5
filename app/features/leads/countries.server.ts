import { getCountries, getCountryCallingCode } from 'libphonenumber-js'

import { foldForSearch } from '#app/lib/readable-text.ts'

export type Country = {
  /** Two letters, ISO 3166-1. */
  readonly code: string
  readonly name: string
  /** With its plus sign. */
  readonly dialCode: string
}

const byLocale = new Map<string, readonly Country[]>()

/** Returns the 245 countries with phone numbers, named and sorted for the language (Unicode CLDR). */
export function listCountries(locale: string): readonly Country[] {
  const known = byLocale.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = getCountries()
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      dialCode: `+${getCountryCallingCode(code)}`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  byLocale.set(locale, countries)
  return countries
}

/** Other common names, in lower case. */
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

/** Finds a country by name (ignoring case and accents), by code or by another common name. Returns it in English. */
export function findCountry(text: string, locale: string): Country | undefined {
  const wanted = foldForSearch(text)
  const shown = listCountries(locale).find(
    ({ name, code }) => foldForSearch(name) === wanted || code.toLowerCase() === wanted,
  )
  const code = shown?.code ?? otherNames[wanted]
  return listCountries('en').find((country) => country.code === code)
}
