import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { generateLoad, median, type Row, withNoise } from './measure.ts'
import { openBenchDatabase } from './bench-database.ts'

const ROUNDS = 3
const MILLISECONDS = 3000
const paths = ['/', '/services', '/services/ai-chatbots', '/about', '/contact', '/blog']

/** 600 browsers that read six pages, one event a request. */
const requests = Array.from({ length: 600 }, (_, n) => {
  const body = JSON.stringify({ u: paths[n % paths.length], r: '', z: 'Europe/Berlin', w: false })
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (n % 43)}.0.${n}.0 Safari/537.36`
  return `POST /api/pulse HTTP/1.1\r\nhost: localhost\r\nuser-agent: ${agent}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`
})

export async function measureIngestion(engine: string, url: string | null): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, url)
  const app = await startAppServer({ ...database.env, LOG_LEVEL: 'warn', LIMITS: 'off' })
  const port = Number(new URL(app.url).port)
  const quiet = await pageP95(app)
  const rates: number[] = []
  let answered = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { port, path: '', encoding: '', connections: 50, milliseconds: MILLISECONDS, requests }
    const { perSecond } = await generateLoad(load)
    rates.push(perSecond)
    answered += perSecond * (MILLISECONDS / 1000)
  }
  // What the last of them left in memory is stored a quarter of a second later.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const stored = await database.count('event')
  const steady = await latencies(app, 500, 10)
  const busy = await busyPageP95(app, port)
  await app.stop()
  await database.close()
  rmSync(folder, { recursive: true })
  const p99 = steady[Math.floor(steady.length * 0.99)] ?? Number.NaN
  return [
    {
      what: `${engine}: events a second over HTTP, buffered; of ${Math.round(answered)} answered ${stored} stored`,
      measured: withNoise(rates, (rate) => rate.toFixed(0)),
      target: 'at least 8,000, none lost',
      ok: median(rates) >= 8000 && stored >= answered * 0.999,
    },
    {
      what: `${engine}: an event's answer at 100 a second`,
      measured: `${p99.toFixed(1)} ms p99`,
      target: 'under 20 ms',
      ok: p99 < 20,
    },
    {
      what: `${engine}: a cached page while events pour in, against none`,
      measured: `${busy.toFixed(1)} ms against ${quiet.toFixed(1)} ms p95`,
      target: 'under 50 ms',
      ok: busy < 50,
    },
  ]
}

/** One every `apart` milliseconds, whether the one before is answered or not. */
async function latencies(app: AppServer, count: number, apart: number): Promise<number[]> {
  const open: Promise<number>[] = []
  for (let n = 0; n < count; n += 1) {
    open.push(timed(() => fetch(`${app.url}/api/pulse`, post(n))))
    await new Promise((resolve) => setTimeout(resolve, apart))
  }
  return (await Promise.all(open)).toSorted((a, b) => a - b)
}

function post(n: number): RequestInit {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${n}.1 Safari/537.36`
  return {
    method: 'POST',
    body: JSON.stringify({ u: paths[n % paths.length], r: '', z: 'UTC', w: false }),
    headers: { 'user-agent': agent },
  }
}

async function timed(work: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  await (await work()).arrayBuffer()
  return performance.now() - start
}

async function pageP95(app: AppServer): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 300; n += 1) times.push(await timed(() => fetch(app.url)))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function busyPageP95(app: AppServer, port: number): Promise<number> {
  const load = generateLoad({ port, path: '', encoding: '', connections: 20, milliseconds: 3000, requests })
  const p95 = await pageP95(app)
  await load
  return p95
}
