import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Watched } from '../attack/probe.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { onEachEngine, openBenchDatabase } from './bench-database.ts'
import { median, peakMegabytes, residentMegabytes, type Row, withNoise } from './measure.ts'

const run = promisify(execFile)
const STARTS = 3
/** Milliseconds until the memory of the start has been collected, as for the other rows of memory. */
const SETTLED = 15_000
const STORED_WITHIN = 120_000

/** In milliseconds and megabytes. */
type Start = { question: number; sinceStart: number; pause: number; settled: number; peak: number }

/** Measures the first question after a start with 50,000 passages: without the stored index, and with it. */
export function measureKnowledgeStart(): Promise<Row[]> {
  return onEachEngine(measureEngine)
}

async function measureEngine(engine: string, url: string | null): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const { env: place, close } = await openBenchDatabase(folder, url)
  const env = { ...place, LOG_LEVEL: 'warn', LIMITS: 'off' }
  try {
    const seed = join(import.meta.dirname, '../tests/eval/seed-passages.ts')
    await run(process.execPath, [seed], { env: { ...process.env, ...env } })
    const built = await measureStart(env, () => existsSync(join(folder, 'knowledge.index')))
    const starts: Start[] = []
    while (starts.length < STARTS) starts.push(await measureStart(env, () => true))
    return rowsOf(engine, built, starts)
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
}

/** @param isStored waited for after the question */
async function measureStart(env: Record<string, string>, isStored: () => boolean): Promise<Start> {
  const start = performance.now()
  const app = await startAppServer(env)
  const probe = fork(join(import.meta.dirname, '../attack/probe.ts'), [app.url, '/', String(app.process.pid)])
  try {
    probe.send('begin')
    const asked = performance.now()
    const response = await fetch(`${app.url}/api/v1/search/pages?about=qbcx+qdcx+qfcx`)
    if (!response.ok) throw new Error(`The question was answered with ${response.status}.`)
    await response.text()
    const [question, sinceStart] = [performance.now() - asked, performance.now() - start]
    await until('the index is stored', isStored, STORED_WITHIN)
    await sleep(SETTLED)
    const heard = once(probe, 'message')
    probe.send('end')
    const [{ worst: pause }] = (await heard) as [Watched]
    return { question, sinceStart, pause, settled: residentMegabytes(app), peak: peakMegabytes(app) }
  } finally {
    probe.disconnect()
    await app.stop()
  }
}

function rowsOf(engine: string, built: Start, starts: readonly Start[]): Row[] {
  const of = (key: keyof Start) => starts.map((one) => one[key])
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
  const what = `after a start with 50,000 passages, ${engine}`
  return [
    {
      what: `The first question ${what}`,
      measured: `${withNoise(of('question'), seconds)}, answered ${withNoise(of('sinceStart'), seconds)} after the command; without a stored index ${seconds(built.question)}`,
      target: 'under 1 s, within 3 s of the start',
      ok: median(of('question')) < 1000 && median(of('sinceStart')) < 3000,
    },
    {
      what: `The longest that a cached page waited meanwhile, without the time of other programs, ${engine}`,
      measured: `${withNoise(of('pause'), (value) => `${value.toFixed(0)} ms`)}; without a stored index ${built.pause.toFixed(0)} ms`,
      target: 'at most 50 ms',
      ok: median(of('pause')) <= 50,
    },
    {
      what: `Memory (RSS) 15 seconds later, ${engine}`,
      measured: `${withNoise(of('settled'), (value) => `${value.toFixed(0)} MB`)}, at its peak ${Math.max(...of('peak')).toFixed(0)} MB; after building the index ${built.settled.toFixed(0)} MB, at its peak ${built.peak.toFixed(0)} MB`,
      target: 'at most 300 MB',
      ok: Math.max(built.settled, ...of('settled')) <= 300,
    },
  ]
}
