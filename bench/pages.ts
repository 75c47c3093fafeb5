import { setTimeout as sleep } from 'node:timers/promises'

import type { AppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { measureEngines } from './bench-database.ts'
import { probe } from './leads.ts'
import { median, percentile, type Row } from './measure.ts'
import { signIn } from './owner.ts'

const PAGES = 300
const SERVICES = 200
const PUBLICATIONS = 40
const ROUNDS = 15
/** After a change, visitors' pages are rendered again in the background. */
const BETWEEN_MS = 250

/** Measures the table of pages and publishing with 500 pages, 200 of them services, on each engine. */
export function measurePages(): Promise<Row[]> {
  return measureEngines(async ({ engine, app }) => {
    const ask = await signIn(app)
    await fillPages(ask)
    // The site's texts are read into the knowledge base first.
    await sleep(20_000)
    return [await measureTable(ask, engine), ...(await measurePublishing(app, ask, engine))]
  })
}

export type Ask = Awaited<ReturnType<typeof signIn>>

export async function fillPages(ask: Ask): Promise<void> {
  for (let n = 0; n < PAGES + SERVICES; n += 1) {
    const [kind, copyOf] = n < PAGES ? ['page', 'about'] : ['service', 'ai-voice-agents']
    const path = `/copies/page-${n}`
    await ask(
      '/admin/pages?new=1',
      new URLSearchParams({ intent: 'create', name: `Page ${n}`, path, kind, copyOf }),
    )
    await ask(`/admin/pages/page-${n}/details`, new URLSearchParams({ intent: 'publish' }))
  }
}

const tables = [
  '',
  'page=6',
  'q=page+4',
  'q=nothing',
  'kind=service',
  'kind=service&page=4',
  'state=changed',
].map((query) => `/admin/pages.data?${query}&_routes=features/content/admin/pages.route`)

async function measureTable(ask: Ask, engine: string): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of tables) {
      const start = performance.now()
      await (await ask(path)).text()
      times.push(performance.now() - start)
    }
  const p95 = percentile(times, 0.95)
  return {
    what: `Pages on ${engine}: the table of ${PAGES + SERVICES} pages`,
    measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median`,
    target: 'under 100 ms p95',
    ok: p95 < 100,
  }
}

/** Publishes pages one after another, while another client requests a page that takes no time itself. */
export async function measurePublishing(app: AppServer, ask: Ask, engine: string): Promise<Row[]> {
  const [times, seen, delays]: [number[], number[], number[]] = [[], [], []]
  const stopped = new AbortController()
  const probing = probe(app, delays, stopped.signal)
  for (let n = 0; n < PUBLICATIONS; n += 1) {
    const id = `page-${(n * 37) % (PAGES + SERVICES)}`
    const details = `/admin/pages/${id}/details`
    const version = /name="version" value="(\d+)"/.exec(await (await ask(details)).text())?.[1] ?? ''
    const title = `Seen ${n}`
    await ask(
      details,
      new URLSearchParams({
        intent: 'save',
        version,
        name: `Page ${n}`,
        metaTitle: title,
        'service.currency': 'USD',
        'service.icon': 'star',
        'service.demo': 'none',
      }),
    )
    const start = performance.now()
    await (await ask(details, new URLSearchParams({ intent: 'publish' }))).text()
    times.push(performance.now() - start)
    const shows = async () => (await (await fetch(`${app.url}/copies/${id}`)).text()).includes(title)
    await until('the page shows it', shows, 5000)
    seen.push(performance.now() - start)
    await sleep(BETWEEN_MS)
  }
  stopped.abort()
  await probing
  const [p95, longest] = [percentile(times, 0.95), Math.max(...delays)]
  return [
    {
      what: `Pages on ${engine}: publishing one of ${PAGES + SERVICES}`,
      measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median; visitors see it after ${percentile(seen, 0.95).toFixed(0)} ms p95`,
      target: 'under 200 ms p95',
      ok: p95 < 200,
    },
    {
      what: `Pages on ${engine}: the longest that another request waited meanwhile`,
      measured: `${longest.toFixed(1)} ms, ${percentile(delays, 0.99).toFixed(1)} ms p99`,
      target: 'at most 50 ms',
      ok: longest <= 50,
    },
  ]
}
