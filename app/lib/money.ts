/** Whole US dollars as they are written on the page: $2,999. */
export function formatDollars(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale === 'en' ? 'en-US' : locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(amount)
}
