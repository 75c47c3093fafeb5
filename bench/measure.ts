import { existsSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { AppServer } from '../tests/support/app-server.ts'

import type { LoadJob, LoadResult } from './load-generator.ts'

export type Row = { what: string; measured: string; target: string; ok: boolean }

export function generateLoad(job: LoadJob): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('load-generator.ts', import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Formats the median of several runs with their range, which shows the machine's noise. */
export function withNoise(values: readonly number[], format: (value: number) => string): string {
  return `${format(median(values))} (${format(Math.min(...values))} to ${format(Math.max(...values))})`
}

export function describeMachine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GB, ${process.platform}, Node ${process.versions.node}, ${paceOfMachine()}`
}

/** The pace of a shared machine varies: figures of two runs are comparable only if this one is similar. */
function paceOfMachine(): string {
  const start = performance.now()
  let sum = 0
  for (let n = 0; n < 100_000_000; n += 1) sum += n % 7
  const taken = Math.round(performance.now() - start)
  if (sum === 0) throw new Error('The loop did not run.')
  return `${taken} ms for a loop of a hundred million steps`
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}\n`)
  console.log('| | Measured | Target | |\n| --- | --- | --- | --- |')
  for (const row of rows) console.log(lineOf(row))
}

export function lineOf({ what, measured, target, ok }: Row): string {
  return `| ${what} | ${measured} | ${target} | ${ok ? 'met' : 'MISSED'} |`
}

/** CPU seconds since the process's start; Linux counts hundredths. */
export function cpuSeconds(app: Pick<AppServer, 'process'>): number {
  const fields = readFileSync(`/proc/${app.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the RSS as the kernel counts it; NaN once the process has ended. */
export function residentMegabytes(app: Pick<AppServer, 'process'>): number {
  return megabytesOf(app, 'VmRSS')
}

/** Returns the peak RSS, since the start or the last reset (`/proc/pid/clear_refs`). */
export function peakMegabytes(app: Pick<AppServer, 'process'>): number {
  return megabytesOf(app, 'VmHWM')
}

function megabytesOf(app: Pick<AppServer, 'process'>, field: string): number {
  const path = `/proc/${app.process.pid}/status`
  const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}
