const MOST_LETTERS = 200

/**
 * Returns the visitor's variant of the page's language, such as en-US on English pages, which says how they write the
 * clock and the date; the page's language if they named none.
 * @param accepted the header Accept-Language
 */
export function visitorsHabit(language: string, accepted: string | null): string {
  if (accepted === null) return language
  const tags = accepted.slice(0, MOST_LETTERS).split(',')
  for (const tag of tags) {
    const locale = readLocale(tag.split(';', 1)[0]?.trim())
    if (locale?.region && locale.language === readLocale(language)?.language)
      // Free days are days of the Gregorian calendar everywhere.
      return `${locale.language}-${locale.region}-u-ca-gregory`
  }
  return language
}

/** Returns the day on which weeks begin in the language's country: 1 for Monday to 7 for Sunday. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language)
  return locale.getWeekInfo?.().firstDay ?? 1
}

function readLocale(tag: string | undefined): Intl.Locale | null {
  try {
    return tag ? new Intl.Locale(tag) : null
  } catch {
    return null
  }
}
