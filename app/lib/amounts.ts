/** Amounts are integers in hundredths: 1,200.50 is 120050. */
export const MOST_HUNDREDTHS = 99_999_999_999

const separated = [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/, /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/]
const plain = /^\d+(?:[.,]\d{1,2})?$/

/** Parses an amount in English or continental style, with or without a currency. Null if it is not an amount. */
export function parseAmount(typed: string): number | null {
  const text = typed
    .replaceAll(/[\s'’]/g, '')
    .replace(/^(?:\p{Sc}|[A-Za-z]{3})/u, '')
    .replace(/(?:\p{Sc}|[A-Za-z]{3})$/u, '')
  if (!plain.test(text) && !separated.some((style) => style.test(text))) return null
  const end = /[.,]\d{1,2}$/.exec(text)
  const whole = text.slice(0, end?.index).replaceAll(/[.,]/g, '')
  if (whole.replace(/^0+/, '').length > 12) return null
  const hundredths = Number(whole) * 100 + (end ? Number(end[0].slice(1).padEnd(2, '0')) : 0)
  return hundredths <= MOST_HUNDREDTHS ? hundredths : null
}

/** Formats an amount as in an input: 1,200 or 1,200.50. */
export function amountText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  const [whole, end] = [digits.slice(0, -2), digits.slice(-2)]
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${end === '00' ? '' : `.${end}`}`
}

/** Formats an amount for programs: 1200.50. */
export function plainAmount(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats an amount with its currency code: 1,200.50 USD. */
export function amountWithCurrency(hundredths: number, currency: string): string {
  return `${amountText(hundredths)} ${currency}`
}
