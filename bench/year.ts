import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { onEachEngine, openBenchDatabase } from './bench-database.ts'
import { median, percentile, type Row } from './measure.ts'
import { ownerEnv, signIn } from './owner.ts'
import { measureFullToday, measureNextItem, measureReady } from './year-pages.ts'

const ROUNDS = 8
/** The first requests after a start fill caches and compile code. */
const WARM_UP = 1
const PATIENCE = 600_000

/** Lists and searches of the admin, requested as the browser does, with the data of the whole page. */
const lists = [
  '/admin/leads.data',
  '/admin/leads.data?page=50',
  '/admin/leads.data?status=won',
  '/admin/leads.data?q=calendar',
  '/admin/leads.data?q=weber',
  '/admin/people.data',
  '/admin/people.data?q=oliveira',
  '/admin/conversations.data',
  '/admin/conversations.data?page=30',
  '/admin/conversations.data?q=portuguese',
  '/admin/blog.data',
  '/admin/blog.data?page=10',
  '/admin/outbox.data',
  '/admin/outbox.data?page=100',
  '/admin/outbox.data?state=failed',
  '/admin/audit.data',
  '/admin.data',
]

const ranges = ['today', '7d', '30d', '90d', '365d']
const filters = [
  '',
  'channel=ai',
  'source=google.com',
  'country=DE',
  'device=mobile&country=US',
  'page=/contact',
  'goal=get-started&channel=search',
  'slow=lcp',
]

export function measureYear(): Promise<Row[]> {
  return onEachEngine(measureEngine)
}

async function measureEngine(engine: string, url: string | null): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, url)
  try {
    const start = performance.now()
    execFileSync(process.execPath, ['scripts/command.ts', 'seed', '--year'], {
      env: { ...process.env, ...database.env, NODE_ENV: 'production' },
    })
    const seconds = (performance.now() - start) / 1000
    await database.run('analyze')
    const app = await startAppServer({ ...database.env, ...ownerEnv, LIMITS: 'off' })
    try {
      // Only the first start makes a backup and tests it while members work, so wait for it.
      await until('the first backup is tried', () => app.output().includes('backup.restore_tested'), PATIENCE)
      const ask = await signIn(app)
      return [
        {
          what: `${engine}: npm run seed -- --year`,
          measured: `${seconds.toFixed(0)} s`,
          target: 'some minutes',
          ok: seconds < 600,
        },
        await measurePaths(ask, `${engine}: lists and searches of the admin`, lists),
        await measurePaths(ask, `${engine}: Analytics without a filter`, dashboards([''])),
        await measurePaths(ask, `${engine}: Analytics filtered`, dashboards(filters.slice(1))),
        await measurePaths(
          ask,
          `${engine}: Analytics of 12 months beside the year before`,
          filters.map((filter) => `/admin/analytics.data?range=365d&compare=year&${filter}`),
        ),
        await measureReady(app, engine),
        ...(await measureNextItem(app, engine)),
        await measureFullToday(ask, database, engine),
      ]
    } finally {
      await app.stop()
    }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

function dashboards(some: readonly string[]): string[] {
  return ranges.flatMap((range) => some.map((filter) => `/admin/analytics.data?range=${range}&${filter}`))
}

async function measurePaths(
  ask: (path: string) => Promise<Response>,
  what: string,
  paths: readonly string[],
): Promise<Row> {
  const times: number[] = []
  const slowest: { path: string; took: number }[] = []
  for (const path of paths) {
    const own: number[] = []
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const start = performance.now()
      await (await ask(path)).text()
      if (round >= WARM_UP) own.push(performance.now() - start)
    }
    times.push(...own)
    slowest.push({ path, took: median(own) })
  }
  const [worst] = slowest.toSorted((one, other) => other.took - one.took)
  const p95 = percentile(times, 0.95)
  return {
    what,
    measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median; slowest ${worst?.path} with ${worst?.took.toFixed(1)} ms`,
    target: 'under 60 ms p95',
    ok: p95 < 60,
  }
}
