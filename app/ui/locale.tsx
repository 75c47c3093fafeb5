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

/** Public texts as the owner worded them, by the names of their sets. */
export type WordedTexts = Readonly<Record<string, unknown>>

const TextsContext = createContext<WordedTexts>({})

export const TextsProvider = TextsContext.Provider

/** Without the public layout, as in the admin, the texts are the product's own. */
export function useTexts<Strings>(texts: PublicTexts<Strings>): Strings {
  return wordedOr(use(TextsContext), texts, use(LocaleContext))
}

export function wordedOr<Strings>(
  worded: WordedTexts | undefined,
  { name, of }: PublicTexts<Strings>,
  locale: Locale,
): Strings {
  // What stands under a set's name was made of that set.
  return (worded?.[name] as Strings | undefined) ?? of[locale]
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur']
  return rightToLeft.includes(locale) ? 'rtl' : 'ltr'
}
