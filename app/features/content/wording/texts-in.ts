import type { Plural } from '#app/lib/messages.ts'
import type { ProductText } from '#app/platform/wording.ts'

import { namesIn } from '#app/lib/names-in-braces.ts'
import { namesOfFacts } from '../facts/starter-facts.ts'

export type PlacedText = Omit<ProductText, 'mayBeEmpty'> & {
  /** For example `toast.sentText`. */
  place: string
}

const forms: ReadonlySet<string> = new Set<Intl.LDMLPluralRule>([
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
])

export function mapTexts<Strings>(strings: Strings, replace: (text: PlacedText) => string): Strings {
  return mapValue(strings, '', null, replace) as Strings
}

export function listTexts(strings: unknown): PlacedText[] {
  const listed: PlacedText[] = []
  mapTexts(strings, (text) => {
    listed.push(text)
    return text.text
  })
  return listed
}

function mapValue(
  value: unknown,
  place: string,
  plural: Plural | null,
  replace: (text: PlacedText) => string,
): unknown {
  if (typeof value === 'string') {
    const own = placesOf(value)
    const places = plural ? [...new Set(['count', ...Object.values(plural).flatMap(placesOf)])] : own
    // “One post” does not need its number.
    const required = plural ? places.filter((name) => name !== 'count') : own
    return replace({ place, text: value, places, required })
  }
  if (typeof value !== 'object' || value === null) return value
  const group = isPlural(value) ? value : null
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      mapValue(each, place === '' ? key : `${place}.${key}`, group, replace),
    ]),
  )
}

export function isPlural(value: object): value is Plural {
  return 'other' in value && Object.keys(value).every((key) => forms.has(key))
}

/** Returns the names that code fills; those of facts may be used in any text. */
function placesOf(text: string): string[] {
  return [...new Set(namesIn(text))].filter((name) => !namesOfFacts.has(name))
}
