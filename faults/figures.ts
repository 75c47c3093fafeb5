import { randomBytes } from 'node:crypto'

import { median, percentile, type Row } from '../bench/measure.ts'

export const secret = randomBytes(32).toString('hex')

export function timesOf(milliseconds: readonly number[]): string {
  return `${percentile(milliseconds, 0.95).toFixed(0)} ms p95, ${median(milliseconds).toFixed(0)} ms at the median`
}

/** Without PostgreSQL, returns a row that says so. */
export async function onPostgres(what: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  if (process.env['TEST_DATABASE_URL']) return measure()
  return [{ what, measured: 'NOT RUN: there is no PostgreSQL', target: 'to run', ok: false }]
}
