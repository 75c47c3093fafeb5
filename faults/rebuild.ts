import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BenchDatabase, openBenchDatabase } from '../bench/bench-database.ts'
import { percentile, type Row } from '../bench/measure.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { runCommandProcess } from '../tests/support/run-command.ts'

import { onPostgres } from './figures.ts'
import { describeMet, sendAtRate, sendQuietly, takenOf } from './inquiry-load.ts'

const EVENTS = 40_000
const DAY = 86_400_000
const INQUIRIES_A_SECOND = 20

export async function rebuildUnderInquiries(): Promise<Row[]> {
  return [
    await rebuildOn('SQLite'),
    ...(await onPostgres('PostgreSQL: analytics counted anew under inquiries', async () => [
      await rebuildOn('PostgreSQL'),
    ])),
  ]
}

async function rebuildOn(engine: 'SQLite' | 'PostgreSQL'): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const url = engine === 'SQLite' ? null : (process.env['TEST_DATABASE_URL'] ?? null)
  const database = await openBenchDatabase(folder, url)
  const env = { ...database.env, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  const app = await startAppServer(env)
  await database.run(fillingOf(engine))
  const quiet = await sendQuietly(app.url, INQUIRIES_A_SECOND)
  let counted = ''
  const rebuilding = runCommandProcess(env, 'analytics:rebuild').then(({ output }) => (counted = output))
  const met = await sendAtRate(app.url, INQUIRIES_A_SECOND, rebuilding)
  // On shutdown the server counts the remaining events.
  await app.stop()
  const taken = takenOf(met)
  const wrong = await differences(database)
  await database.close()
  rmSync(folder, { recursive: true })
  const p99 = percentile(met.milliseconds, 0.99)
  return {
    what: `${engine}: ${EVENTS.toLocaleString('en-US')} events counted anew under ${INQUIRIES_A_SECOND} inquiries a second`,
    measured: `${describeMet(met)}, ${percentile(quiet.milliseconds, 0.99).toFixed(0)} ms p99 before; ${counted.trim()} ${wrong} figures wrong`,
    target: 'every inquiry taken, under 200 ms p99, 0 figures wrong',
    ok: p99 < 200 && met.milliseconds.length === taken && wrong === 0,
  }
}

function fillingOf(engine: 'SQLite' | 'PostgreSQL'): string {
  const numbers =
    engine === 'PostgreSQL'
      ? `generate_series(0::bigint, ${EVENTS - 1}) as numbers(n)`
      : `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${EVENTS - 1}) select n from numbers) as numbers`
  return `insert into event (id, at, kind, visitor, path, referrer, country, device)
    select cast(1000000000000 + n as text), ${Date.now() - DAY} + cast(n as bigint) * ${Math.floor(DAY / EVENTS)}, 'page_view',
      'visitor-' || cast((n * 7919) % 5003 as text), '/page/' || cast((n * 31) % 60 as text),
      'site-' || cast((n * 17) % 40 as text) || '.example', 'DE', 'desktop'
    from ${numbers}`
}

/** PostgreSQL returns counts as text. */
type Counts = Record<'views' | 'rolled' | 'inquiries' | 'shown' | 'waiting' | 'leads', number | string>

async function differences(database: BenchDatabase): Promise<number> {
  const rolled = (kind: string) =>
    `(select sum(n) from roll_day where dimension = 'kind' and key = '${kind}')`
  const [row] = (await database.run(`select
    (select count(*) from event where kind = 'page_view') as views, ${rolled('page_view')} as rolled,
    (select count(*) from event where kind = 'contact_form') as inquiries, ${rolled('contact_form')} as shown,
    (select count(*) from event_outbox) as waiting, (select count(*) from lead) as leads`)) as Counts[]
  if (!row) throw new Error('There are no figures.')
  const [views, inquiries] = [Number(row.views), Number(row.inquiries)]
  return [
    views === EVENTS,
    Number(row.rolled) === views,
    inquiries + Number(row.waiting) === Number(row.leads),
    Number(row.shown) === inquiries,
  ].filter((isRight) => !isRight).length
}
