import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { median, percentile, type Row } from './measure.ts'
import { ownerEnv, storeKey } from './owner.ts'

const PAGES = 20
/** Milliseconds per response, as from a small business's host on a bad day. */
const SLOWNESS = 500
const AT_ONCE = 100
const PROBE_EVERY_MS = 10

/** Measures how long a visitor waits for the trial of their site, and how 100 at once affect other visitors. */
export async function measureSiteTrial(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const ai = await startAiProvider()
  const site = await startSite()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', LIMITS: 'off', FETCH_LOOPBACK: 'on' }
  const app = await startAppServer({ ...settings, ...ownerEnv, ...ai.env })
  try {
    await storeKey(app)
    return [await measureOne(app, site.url), await measureMany(app, site.url)]
  } finally {
    await app.stop()
    site.close()
    await ai.close()
    rmSync(folder, { recursive: true })
  }
}

async function startSite() {
  const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/page-${n}">Page ${n}</a>`).join(' ')
  const server = createServer((request, response) => {
    const isPage = request.url === '/' || request.url?.startsWith('/page-')
    const body = `<title>${request.url}</title><nav>${links}</nav><h1>${request.url}</h1>${paragraphs(request.url ?? '')}`
    setTimeout(() => {
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      response.end(isPage ? body : '')
    }, SLOWNESS)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

/** About 40 KB, different for each page. */
function paragraphs(path: string): string {
  return Array.from(
    { length: 300 },
    (_, n) =>
      `<p>${path} ${n}: we repair stoves, tiles and chimneys, and answer within ${n % 9} days. ${'Brick '.repeat(8)}</p>`,
  ).join('')
}

/** Returns null if too many trials are being read. */
async function begin({ url }: AppServer, address: string): Promise<string | null> {
  const response = await fetch(`${url}/try`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ address, consent: 'on' }),
    redirect: 'manual',
  })
  await response.body?.cancel()
  if (response.status === 303) return response.headers.get('location')
  if (response.status === 503) return null
  throw new Error(`A visitor's site was answered with ${response.status}.`)
}

async function untilDone({ url }: AppServer, path: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/api${path}`)
    const { state, pages } = (await response.json()) as { state: string; pages: number }
    if (state === 'failed') throw new Error('The site could not be read.')
    if (state === 'done') return pages
    await sleep(100)
  }
}

async function measureOne(app: AppServer, address: string): Promise<Row> {
  const start = performance.now()
  const path = await begin(app, address)
  const pages = path === null ? 0 : await untilDone(app, path)
  const seconds = (performance.now() - start) / 1000
  return {
    what: `A visitor's own site of ${PAGES} pages, each answered after ${SLOWNESS} ms, from the press to the result`,
    measured: `${seconds.toFixed(1)} s, ${pages} pages read`,
    target: `under 60 s, ${PAGES} pages`,
    ok: seconds < 60 && pages === PAGES,
  }
}

/** Requests a cached page all the while, over a separate connection. */
async function measureMany(app: AppServer, address: string): Promise<Row> {
  const times: number[] = []
  const stopped = new AbortController()
  const probing = probe(app, times, stopped.signal)
  const begun = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(app, address)))
  const paths = begun.filter((path) => path !== null)
  await Promise.all(paths.map((path) => untilDone(app, path)))
  stopped.abort()
  await probing
  const p95 = percentile(times, 0.95)
  return {
    what: `A cached page while ${AT_ONCE} visitors at once have a site read (${paths.length} let in, ${AT_ONCE - paths.length} asked to come back)`,
    measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median, ${Math.max(...times).toFixed(0)} ms at most`,
    target: 'under 50 ms p95',
    ok: p95 < 50,
  }
}

async function probe({ url }: AppServer, times: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now()
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - start)
    await sleep(PROBE_EVERY_MS)
  }
}
