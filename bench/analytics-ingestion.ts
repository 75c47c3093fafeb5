import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { generateLoad, median, residentMegabytes, type Row, withNoise } from './measure.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'

const ROUNDS = 3
const MILLISECONDS = 3000
const CONNECTIONS = 50
const MADE_UP = 100_000
const paths = ['/', '/services', '/services/ai-chatbots', '/about', '/contact', '/blog']

/** 600 browsers that read six pages each, one event per request. */
const requests = Array.from({ length: 600 }, (_, n) => {
  const body = JSON.stringify({ u: paths[n % paths.length], r: '', z: 'Europe/Berlin', w: false })
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (n % 43)}.0.${n}.0 Safari/537.36`
  return `POST /api/pulse HTTP/1.1\r\nhost: localhost\r\nuser-agent: ${agent}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`
})

export async function measureIngestion(engine: string, url: string | null): Promise<Row[]> {
  return [...(await measureBuffered(engine, url)), await measureStoredFirst(engine, url)]
}

async function measureBuffered(engine: string, url: string | null): Promise<Row[]> {
  const { app, database, end } = await startCollecting(url, 'buffered')
  const port = Number(new URL(app.url).port)
  const quiet = await pageP95(app)
  const { rates, answered, refused } = await sendRounds(port)
  const stored = await untilAllStored(database)
  const steady = await latencies(app, 500, 10)
  const busy = await busyPageP95(app, port)
  const madeUp = await sendMadeUpPaths(app, database)
  await end()
  const p99 = steady[Math.floor(steady.length * 0.99)] ?? Number.NaN
  return [
    {
      what: `${engine}: events a second over HTTP, buffered; of ${answered} taken ${stored} stored, ${refused} turned away`,
      measured: withNoise(rates, (rate) => rate.toFixed(0)),
      target: 'at least 8,000, none lost',
      ok: median(rates) >= 8000 && stored >= answered,
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
    {
      what: `${engine}: ${MADE_UP.toLocaleString('en-US')} made-up paths on one day`,
      measured: `${madeUp.keys} kept apart, memory ${madeUp.after.toFixed(0)} MB against ${madeUp.before.toFixed(0)}`,
      target: 'at most 1,001, 20 MB more',
      ok: madeUp.keys <= 1001 && madeUp.after < madeUp.before + 20,
    },
  ]
}

/** Kills the process at the end: every event that it acknowledged must be stored. */
async function measureStoredFirst(engine: string, url: string | null): Promise<Row> {
  const { app, database, end } = await startCollecting(url, 'stored')
  const { rates, answered } = await sendRounds(Number(new URL(app.url).port))
  await app.stop('SIGKILL')
  const stored = await database.count('event')
  await end()
  return {
    what: `${engine}: events a second, each committed before its answer; of ${answered} taken ${stored} stored after a SIGKILL`,
    measured: withNoise(rates, (rate) => rate.toFixed(0)),
    target: 'at least 1,500, none lost',
    ok: median(rates) >= 1500 && stored >= answered,
  }
}

async function startCollecting(url: string | null, acknowledged: 'buffered' | 'stored') {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, url)
  const app = await startAppServer({
    ...database.env,
    ANALYTICS_ACK: acknowledged,
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
  })
  return {
    app,
    database,
    async end() {
      await app.stop()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function sendRounds(port: number) {
  const rates: number[] = []
  let refused = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = {
      port,
      path: '',
      encoding: '',
      connections: CONNECTIONS,
      milliseconds: MILLISECONDS,
      requests,
    }
    const result = await generateLoad(load)
    rates.push(result.perSecond)
    refused += result.refused
  }
  const answered = Math.floor(rates.reduce((sum, rate) => sum + rate * (MILLISECONDS / 1000), 0))
  return { rates, answered, refused }
}

/** A buffer is stored after 250 ms, or once the database has taken the one before. */
async function untilAllStored(database: BenchDatabase): Promise<number> {
  for (let before = -1; ;) {
    const stored = await database.count('event')
    if (stored === before) return stored
    before = stored
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

async function sendMadeUpPaths(app: AppServer, database: BenchDatabase) {
  const before = residentMegabytes(app)
  for (let first = 0; first < MADE_UP; first += CONNECTIONS)
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, n) => {
        await (await fetch(`${app.url}/api/pulse`, post(n, `/blog/made-up-${first + n}`))).arrayBuffer()
      }),
    )
  await untilAllStored(database)
  const [row] = (await database.run("select count(*) as n from roll_day where dimension = 'path'")) as [
    { n: number | string },
  ]
  return { before, after: residentMegabytes(app), keys: Number(row.n) }
}

/** Sends a request every `apart` milliseconds, whether or not the one before was answered. */
async function latencies(app: AppServer, count: number, apart: number): Promise<number[]> {
  const open: Promise<number>[] = []
  for (let n = 0; n < count; n += 1) {
    open.push(timed(() => fetch(`${app.url}/api/pulse`, post(n))))
    await new Promise((resolve) => setTimeout(resolve, apart))
  }
  return (await Promise.all(open)).toSorted((a, b) => a - b)
}

function post(n: number, path = paths[n % paths.length]): RequestInit {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${n}.1 Safari/537.36`
  return {
    method: 'POST',
    body: JSON.stringify({ u: path, r: '', z: 'UTC', w: false }),
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
