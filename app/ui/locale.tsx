import { createContext, use } from 'react'

import { defaultLocale, type Locale, type Messages } from '#app/lib/messages.ts'

const LocaleContext = createContext<Locale>(defaultLocale)

export const LocaleProvider = LocaleContext.Provider

export function useLocale(): Locale {
  return use(LocaleContext)
}

export function useMessages<Strings>(messages: Messages<Strings>): Strings {
  return messages[use(LocaleContext)]
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur']
  return rightToLeft.includes(locale) ? 'rtl' : 'ltr'
}
