/** The languages the public site speaks. A translation is one more file beside each feature's `messages.en.ts`. */
export const locales = ['en'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

/** One feature's strings in every language, of one shape: a missing string is a type error. */
export type Messages<Strings> = Readonly<Record<Locale, Strings>>

/** Puts values in the places of `{name}`; a name without a value stays as it stands. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

/** The same for every string of an object or a list, however deep. */
export function fillAll<Texts>(texts: Texts, values: Readonly<Record<string, string | number>>): Texts {
  return fillValue(texts, values) as Texts
}

function fillValue(value: unknown, values: Readonly<Record<string, string | number>>): unknown {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) return value.map((item) => fillValue(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, values)]))
}
