/** What is measured in the browser: LCP and INP in milliseconds, CLS in thousandths. */
export const vitals = ['lcp', 'cls', 'inp'] as const

export type Vital = (typeof vitals)[number]

/** Good up to the first, poor past the second (web.dev/vitals). */
export const thresholds: Record<Vital, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  cls: [100, 250],
  inp: [200, 500],
}

/** Width of a bucket: a fiftieth of what is good, fine enough for a figure that is shown with two digits. */
const steps: Record<Vital, number> = { lcp: 50, cls: 5, inp: 8 }
const MOST: Record<Vital, number> = { lcp: 60_000, cls: 5000, inp: 10_000 }

/** The bucket's upper end as a key of fixed length, so that keys sort as numbers do. */
export function vitalBucket(vital: Vital, value: number | null): string | null {
  if (value === null) return null
  const bounded = Math.min(Math.max(value, 0), MOST[vital])
  return String(Math.ceil(bounded / steps[vital]) * steps[vital]).padStart(5, '0')
}

/** The value that `share` of all measured stay within, from buckets in any order; null where there are none. */
export function quantile(buckets: readonly { key: string; n: number }[], share: number): number | null {
  const total = buckets.reduce((sum, { n }) => sum + n, 0)
  let passed = 0
  for (const { key, n } of buckets.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    passed += n
    if (passed >= total * share) return Number(key)
  }
  return null
}
