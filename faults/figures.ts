import { randomBytes } from 'node:crypto'

import { median } from '../bench/measure.ts'

/** For the servers of a run. */
export const secret = randomBytes(32).toString('hex')

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** As "12 ms p95, 4 ms at the median". */
export function timesOf(milliseconds: readonly number[]): string {
  return `${percentile(milliseconds, 0.95).toFixed(0)} ms p95, ${median(milliseconds).toFixed(0)} ms at the median`
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** @throws when it does not come true in time. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Not within ${milliseconds / 1000} s: ${what}.`)
    await pause(20)
  }
}
