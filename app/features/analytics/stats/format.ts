import type { Vital } from '../rollups/vital-buckets.ts'

import type { Trend } from './read-figures.server.ts'

const count = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'exceptZero' })
const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const vitalUnits: Record<Vital, (value: number) => string> = {
  lcp: (value) => `${(value / 1000).toFixed(2)} s`,
  cls: (value) => (value / 1000).toFixed(3),
  inp: (value) => `${value} ms`,
}

export function formatCount(value: number): string {
  return count.format(value)
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats as 950, 1.2k, 15M; exact for the round numbers of an axis. */
export function formatCompact(value: number): string {
  return compact.format(value).replace('K', 'k')
}

/** Formats as +12%, -5% or new; a dash if there is nothing to compare. */
export function formatTrend(trend: Trend): string {
  if (trend === null) return '–'
  return trend === 'new' ? 'new' : percent.format(trend.percent / 100)
}

export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : share.format(part / whole)
}

export function formatVital(vital: Vital, value: number | null): string {
  return value === null ? '–' : vitalUnits[vital](value)
}
