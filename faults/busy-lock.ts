import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

import { percentile, type Row } from '../bench/measure.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'

import { secret } from './figures.ts'
import { describeMet, sendAtRate, sendQuietly, takenOf } from './inquiry-load.ts'

const HELD_FOR = 30_000
const INQUIRIES_A_SECOND = 5

export async function holdWriteLock(): Promise<Row[]> {
  const database = await createTestDatabase('sqlite')
  const app = await startAppServer({
    ...database.env,
    APP_SECRET: secret,
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  })
  const other = new DatabaseSync(join(database.env.DATA_DIR, 'foyer.sqlite'))
  const quiet: number[] = []
  const pages: number[] = []
  const before = await sendQuietly(app.url, INQUIRIES_A_SECOND)
  await readPages(app.url, quiet, pause(5000))
  other.exec('begin immediate')
  const holding = pause(HELD_FOR).then(() => other.exec('commit'))
  const [met] = await Promise.all([
    sendAtRate(app.url, INQUIRIES_A_SECOND, holding),
    readPages(app.url, pages, holding),
  ])
  const { n } = other.prepare('select count(*) as n from lead').get() as { n: number }
  other.close()
  await app.stop()
  await database.drop()
  const slowest = Math.max(...pages)
  const taken = takenOf(met)
  const stored = n - takenOf(before)
  const isRefusal = [...met.statuses.keys()].every((status) => status === 200 || status === 503)
  return [
    {
      what: `Another process holds SQLite's write lock for ${HELD_FOR / 1000} s: a cached page meanwhile`,
      measured: `${pages.length} pages, ${percentile(pages, 0.99).toFixed(1)} ms p99, ${slowest.toFixed(0)} ms at most; ${percentile(quiet, 0.99).toFixed(1)} ms p99 before`,
      target: 'under 50 ms p99',
      ok: percentile(pages, 0.99) < 50,
    },
    {
      what: 'Inquiries meanwhile, refused after eight seconds or stored once it is free',
      measured: `${describeMet(met)}; ${stored} stored`,
      target: 'as many stored as taken, the others 503',
      ok: isRefusal && stored === taken && taken > 0,
    },
  ]
}

async function readPages(url: string, times: number[], until: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = until.finally(() => (isOver = true))
  while (!isOver) {
    const since = performance.now()
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - since)
    await pause(20)
  }
  await over
}
