import { createContext, use } from 'react'

import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'

const LocaleContext = createContext<string>(defaultLocale)

export const LocaleProvider = LocaleContext.Provider

/** Returns the BCP 47 tag of the page's language. */
export function useLocale(): string {
  return use(LocaleContext)
}

/** Public texts as reworded by the owner, by name of their set. */
export type WordedTexts = Readonly<Record<string, unknown>>

const TextsContext = createContext<WordedTexts>({})

export const TextsProvider = TextsContext.Provider

/** Outside of the public layout, as in the admin, returns the product's own texts. */
export function useTexts<Strings>(texts: PublicTexts<Strings>): Strings {
  return wordedOr(use(TextsContext), texts)
}

export function wordedOr<Strings>(
  worded: WordedTexts | undefined,
  { name, of }: PublicTexts<Strings>,
): Strings {
  // The value under a set's name was derived from that set, so the cast is safe.
  return (worded?.[name] as Strings | undefined) ?? of[defaultLocale]
}
