import { createContext, use } from 'react'

import { defaultLocale, type Locale, type Messages, type PublicTexts } from '#app/lib/messages.ts'

const LocaleContext = createContext<Locale>(defaultLocale)

export const LocaleProvider = LocaleContext.Provider

export function useLocale(): Locale {
  return use(LocaleContext)
}

export function useMessages<Strings>(messages: Messages<Strings>): Strings {
  return messages[use(LocaleContext)]
}

/** Public texts as reworded by the owner, by name of their set. */
export type WordedTexts = Readonly<Record<string, unknown>>

const TextsContext = createContext<WordedTexts>({})

export const TextsProvider = TextsContext.Provider

/** Outside of the public layout, as in the admin, returns the product's own texts. */
export function useTexts<Strings>(texts: PublicTexts<Strings>): Strings {
  return wordedOr(use(TextsContext), texts, use(LocaleContext))
}

export function wordedOr<Strings>(
  worded: WordedTexts | undefined,
  { name, of }: PublicTexts<Strings>,
  locale: Locale,
): Strings {
  // The value under a set's name was derived from that set, so the cast is safe.
  return (worded?.[name] as Strings | undefined) ?? of[locale]
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur']
  return rightToLeft.includes(locale) ? 'rtl' : 'ltr'
}
