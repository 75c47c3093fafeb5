import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { type Bench, measureEngines } from './bench-database.ts'
import { cpuSeconds, median, percentile, residentMegabytes, type Row, withNoise } from './measure.ts'
import { costOf, untilCompressed } from './page-cache.ts'
import { type Ask, fillPages, measurePublishing } from './pages.ts'
import { signIn } from './owner.ts'

const LANGUAGES = ['de', 'fr', 'es', 'ja'] as const
const ROUNDS = 15
const ROUNDS_OF_LOAD = 7
/** The share of a core, and for how many milliseconds, that a server uses at most that has nothing left to do. */
const [QUIET, QUIET_FOR] = [0.05, 10_000]
/** Milliseconds that reading 2,560 pages into the knowledge base may take after a start or a change. */
const SETTLES_WITHIN = 600_000

/** Measures a site of 500 pages before and after each of them has versions in four other languages. */
export function measureLanguages(): Promise<Row[]> {
  return measureEngines(async ({ engine, database, app }) => {
    const ask = await signIn(app)
    await fillPages(ask)
    await settled(app)
    await readAll(app)
    await settled(app)
    const before = residentMegabytes(app)
    await addVersions(database, ask)
    await settled(app)
    const read = await readAll(app)
    await settled(app)
    const more = residentMegabytes(app) - before
    const ratios = await compareCosts(app)
    const of = `${read} pages in ${LANGUAGES.length + 1} languages on ${engine}`
    const published = await measurePublishing(app, ask, engine)
    return [
      ...published.map((row) => ({ ...row, what: row.what.replace(/^Pages on \w+/, of) })),
      timesRow(`${of}: the table of translations`, await timesOf(ask, tables), 100),
      timesRow(`${of}: the sitemap after a change`, await timesOfSitemap(app, ask), 300),
      {
        what: `${of}: memory (RSS) more than in one language, all pages read`,
        measured: `${more.toFixed(0)} MB on ${before.toFixed(0)}`,
        target: 'at most 40 MB',
        ok: more <= 40,
      },
      {
        what: `${of}: processor for a cached page, against a site in one language, in turns`,
        measured: withNoise(ratios, (ratio) => `${ratio.toFixed(2)}×`),
        target: 'at most 1.03×',
        ok: median(ratios) <= 1.03,
      },
    ]
  })
}

/** Waits until the site's texts are in the knowledge base and pages are compressed, which otherwise counts as theirs. */
async function settled(app: AppServer): Promise<void> {
  const most = (QUIET * QUIET_FOR) / 1000
  for (let waited = 0; waited < SETTLES_WITHIN; waited += QUIET_FOR) {
    const before = cpuSeconds(app)
    await sleep(QUIET_FOR)
    if (cpuSeconds(app) - before <= most) return
  }
  throw new Error('The server is still busy.')
}

/** Copies every public page as a published version, as if somebody had translated it. */
async function addVersions(database: Bench['database'], ask: Ask): Promise<void> {
  for (const language of LANGUAGES)
    await ask('/admin/languages', new URLSearchParams({ intent: 'add', language }))
  // The starter's pages have rows only once they are published.
  for (const id of ['home', 'about', 'services', 'contact'])
    await ask(`/admin/pages/${id}/details`, new URLSearchParams({ intent: 'publish' }))
  const [row] = (await database.run('select * from page limit 1')) as Record<string, unknown>[]
  const columns = Object.keys(row ?? {})
  for (const language of LANGUAGES) {
    const values: Record<string, string> = {
      id: `id || '.${language}'`,
      path: `case path when '/' then '/${language}' else '/${language}' || path end`,
      language: `'${language}'`,
      source_id: 'id',
      source: 'published',
    }
    const selected = columns.map((column) => values[column] ?? column).join(', ')
    await database.run(
      `insert into page (${columns.join(', ')}) select ${selected} from page where language is null and published is not null`,
    )
  }
  await ask('/admin/pages/about/details', new URLSearchParams({ intent: 'publish' }))
}

/** Requests every page of the sitemap. @returns how many there are in one language. */
async function readAll(app: AppServer): Promise<number> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text()
  const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)</g), ([, loc = '']) => new URL(loc).pathname)
  for (const path of paths) await (await fetch(`${app.url}${path}`)).arrayBuffer()
  return paths.filter((path) => !LANGUAGES.some((tag) => path === `/${tag}` || path.startsWith(`/${tag}/`)))
    .length
}

/** Compares the cached home page with that of a fresh site in one language. @returns the ratio of each round. */
async function compareCosts(app: AppServer): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const other = await startAppServer({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const serverOf = ({ url, process }: AppServer) => ({ port: Number(new URL(url).port), process })
  const costOfHome = async (of: AppServer) =>
    (await costOf(serverOf(of), { encoding: 'br', connections: 32 })).cost
  try {
    await settled(other)
    for (const each of [app, other]) await untilCompressed(each)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS_OF_LOAD; round += 1)
      ratios.push((await costOfHome(app)) / (await costOfHome(other)))
    return ratios
  } finally {
    await other.stop()
    rmSync(folder, { recursive: true })
  }
}

const tables = [1, 3, 6, 10].map(
  (page) => `/admin/languages.data?page=${page}&_routes=features/site/languages/languages.route`,
)

async function timesOf(ask: Ask, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of paths) {
      const start = performance.now()
      await (await ask(path)).text()
      times.push(performance.now() - start)
    }
  return times
}

async function timesOfSitemap(app: AppServer, ask: Ask): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask('/admin/pages/about/details', new URLSearchParams({ intent: 'publish' }))
    const start = performance.now()
    await (await fetch(`${app.url}/sitemap.xml`)).text()
    times.push(performance.now() - start)
  }
  return times
}

function timesRow(what: string, times: readonly number[], most: number): Row {
  const p95 = percentile(times, 0.95)
  return {
    what,
    measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median`,
    target: `under ${most} ms p95`,
    ok: p95 < most,
  }
}
