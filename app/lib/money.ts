/** A whole amount as it is written on the page: $2,999. @param currency its three letters, such as EUR */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? wholeAmounts(currency, locale)
  formats.set(key, format)
  return format.format(amount)
}

/** Making one takes longer than many uses of it. There are some 300 currencies at most. */
const formats = new Map<string, Intl.NumberFormat>()

function wholeAmounts(currency: string, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale === 'en' ? 'en-US' : locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
}
