import { formatMoney } from '#app/lib/money.ts'

export type Quantity = { min: number; max: number; step: number; unit: 'count' | 'percent' | 'money' }

export type Quantities = Readonly<Record<string, Quantity>>

export type Given<Names extends string = string> = Readonly<Record<Names, number>>

/** The range of a result; `from` is never above `to`. */
export type AmountRange = { from: number; to: number }

export type Line = { label: string; value: string }

export function between(one: number, other: number): AmountRange {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}

export function notBelowZero({ from, to }: AmountRange): AmountRange {
  return { from: Math.max(0, from), to: Math.max(0, to) }
}

export function withinLimits<Names extends string>(
  given: Given<Names>,
  quantities: Readonly<Record<Names, Quantity>>,
): Given<Names> {
  const names = Object.keys(quantities) as Names[]
  return Object.fromEntries(
    names.map((name) => [name, within(given[name], quantities[name])]),
  ) as Given<Names>
}

export function within(value: number, { min, max }: Pick<Quantity, 'min' | 'max'>): number {
  return Math.min(max, Math.max(min, value))
}

/** Rounds an estimate to tens, and to hundreds from 10,000, so that it does not look more precise than it is. */
export function roundEstimate(sum: number): number {
  const step = sum < 10_000 ? 10 : 100
  return Math.round(sum / step) * step
}

export type Formats = { locale: string; currency: string }

export function formatQuantity(value: number, { unit }: Quantity, { locale, currency }: Formats): string {
  if (unit === 'money') return formatMoney(value, currency, locale)
  const number = value.toLocaleString(locale, { maximumFractionDigits: 1 })
  return unit === 'percent' ? `${number}%` : number
}

/** Returns a single figure if both ends are formatted alike. */
export function formatRange({ from, to }: AmountRange, format: (value: number) => string): string {
  const [low, high] = [format(from), format(to)]
  return low === high ? low : `${low}–${high}`
}

export function formatMoneyRange(range: AmountRange, { locale, currency }: Formats): string {
  return formatRange(range, (sum) => formatMoney(Math.round(sum), currency, locale))
}
