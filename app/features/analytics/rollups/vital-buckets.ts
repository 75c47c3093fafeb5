/** LCP and INP in milliseconds, CLS in thousandths. */
export const vitals = ['lcp', 'cls', 'inp'] as const

export type Vital = (typeof vitals)[number]

export function isVital(text: string): text is Vital {
  return vitals.some((vital) => vital === text)
}

/** Good up to the first value, poor above the second (web.dev/vitals). */
export const thresholds: Record<Vital, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  cls: [100, 250],
  inp: [200, 500],
}

/** The vitals and the time to first byte, in milliseconds. */
type Measured = Vital | 'ttfb'

/** Bucket widths, about a fiftieth of the good value. */
const steps: Record<Measured, number> = { lcp: 50, cls: 5, inp: 8, ttfb: 10 }
const MOST: Record<Measured, number> = { lcp: 60_000, cls: 5000, inp: 10_000, ttfb: 60_000 }

export function vitalStep(vital: Vital): number {
  return steps[vital]
}

/** Returns the upper end of a value's bucket, padded so that keys sort as numbers. */
export function vitalBucket(vital: Measured, value: number | null): string | null {
  if (value === null) return null
  const bounded = Math.min(Math.max(value, 0), MOST[vital])
  return String(Math.ceil(bounded / steps[vital]) * steps[vital]).padStart(5, '0')
}

/** Returns the value that `share` of all measurements do not exceed, or null without any. */
export function quantile(buckets: readonly { key: string; n: number }[], share: number): number | null {
  const total = buckets.reduce((sum, { n }) => sum + n, 0)
  let passed = 0
  for (const { key, n } of buckets.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    passed += n
    if (passed >= total * share) return Number(key)
  }
  return null
}
