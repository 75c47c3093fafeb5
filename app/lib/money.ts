/** Formats a whole amount: $2,999. @param currency ISO code, such as EUR */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? wholeAmounts(currency, locale)
  formats.set(key, format)
  return format.format(amount)
}

/** Creating a format is slow. There are about 300 currencies at most. */
const formats = new Map<string, Intl.NumberFormat>()

function wholeAmounts(currency: string, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale === 'en' ? 'en-US' : locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
}
