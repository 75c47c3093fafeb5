/** A translation is one more file beside each feature's `messages.en.ts`. */
export const locales = ['en'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

/** A feature's strings in every language. A missing string is a type error. */
export type Messages<Strings> = Readonly<Record<Locale, Strings>>

/** Replaces each `{name}` by its value. Names without a value stay. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

export function fillAll<Texts>(texts: Texts, values: Readonly<Record<string, string | number>>): Texts {
  return fillValue(texts, values) as Texts
}

function fillValue(value: unknown, values: Readonly<Record<string, string | number>>): unknown {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) return value.map((item) => fillValue(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, values)]))
}
