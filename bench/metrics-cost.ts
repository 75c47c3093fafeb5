import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { cpuSeconds, generateLoad, median, type Row, withNoise } from './measure.ts'

const ROUNDS = 15
const load = { path: '/', connections: 50, milliseconds: 1000, encoding: 'identity' }

/**
 * Compares the cached home page with and without metrics, in turns. By CPU time per page, because on a shared machine
 * the throughput of two equal servers differs by half.
 */
export async function measureMetricsCost(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const start = (name: string, env: Record<string, string>) =>
    startAppServer({ DATA_DIR: join(folder, name), LOG_LEVEL: 'warn', ...env })
  const plain = await start('plain', {})
  const measured = await start('measured', { METRICS_TOKEN: 'a-token-for-the-bench' })
  try {
    // The first round of each is a warm-up and does not count.
    for (const server of [plain, measured]) await microsecondsPerPage(server)
    const [without, ratios]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      // The second finds a warmer machine, so they alternate.
      const order = round % 2 === 0 ? [plain, measured] : [measured, plain]
      const costs = new Map<AppServer, number>()
      for (const server of order) costs.set(server, await microsecondsPerPage(server))
      const base = costs.get(plain) ?? Number.NaN
      without.push(base)
      ratios.push((costs.get(measured) ?? Number.NaN) / base)
    }
    return [
      {
        what: 'Processor time a cached page with METRICS_TOKEN set, against without',
        measured: `${withNoise(ratios, (ratio) => `${ratio.toFixed(2)}×`)} of ${median(without).toFixed(1)} µs`,
        target: 'at most 1.03×',
        ok: median(ratios) <= 1.03,
      },
    ]
  } finally {
    await Promise.all([plain.stop(), measured.stop()])
    rmSync(folder, { recursive: true })
  }
}

async function microsecondsPerPage(server: AppServer): Promise<number> {
  const before = cpuSeconds(server)
  const { perSecond } = await generateLoad({ ...load, port: Number(new URL(server.url).port) })
  return ((cpuSeconds(server) - before) * 1e6) / (perSecond * (load.milliseconds / 1000))
}
