/** The language that texts are written in first, and that of the admin. */
export const defaultLocale = 'en'

/** Texts of the admin. */
export type Messages<Strings> = Readonly<Record<typeof defaultLocale, Strings>>

/**
 * Texts that visitors read. `app/languages` holds them in other languages. The owner may reword them, by this name and
 * their path in the set (decision 0054).
 */
export type PublicTexts<Strings> = { readonly name: string; readonly of: Messages<Strings> }

export function publicTexts<Strings>(name: string, of: Messages<Strings>): PublicTexts<Strings> {
  return { name, of }
}

/** A text in a language's plural forms; `{count}` is replaced by the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

type Rules = { plurals: Intl.PluralRules; numbers: Intl.NumberFormat }

const rulesOf = new Map<string, Rules>()

function rulesFor(locale: string): Rules {
  const made = rulesOf.get(locale)
  if (made) return made
  const rules = { plurals: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
  rulesOf.set(locale, rules)
  return rules
}

/** Returns the plural form for a number, with the number in the language's format. */
export function fillCount(
  forms: Plural,
  count: number,
  { locale = defaultLocale, ...values }: Readonly<Record<string, string | number>> & { locale?: string } = {},
): string {
  const { plurals, numbers } = rulesFor(locale)
  const form = forms[plurals.select(count)] ?? forms.other
  return fill(form, { ...values, count: numbers.format(count) })
}

/** Replaces each `{name}` by its value. Names without a value are kept. */
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
