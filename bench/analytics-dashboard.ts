import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startAppServer } from '../tests/support/app-server.ts'

import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { median, type Row } from './measure.ts'

const DAYS = 90
const DAY = 86_400_000
const owner = { email: 'owner@agency.test', password: 'a phrase only for benches' }
const ROUNDS = 15

type Measured = { dashboard: number; naive: number; deletion: number }

/** Measures the whole tab over 90 days, over HTTP, at one and at five million events. */
export async function measureDashboards(engine: string, url: string | null): Promise<Row[]> {
  const one = await measureAt(1_000_000, url)
  const five = await measureAt(5_000_000, url)
  const faster = one.naive / one.dashboard
  return [
    {
      what: `${engine}: the dashboard of 90 days with 1 M events`,
      measured: `${one.dashboard.toFixed(1)} ms`,
      target: 'under 30 ms',
      ok: one.dashboard < 30,
    },
    {
      what: `${engine}: the same with 5 M events`,
      measured: `${five.dashboard.toFixed(1)} ms, ${(five.dashboard / one.dashboard).toFixed(2)}×`,
      target: 'at most 1.5×',
      ok: five.dashboard <= one.dashboard * 1.5,
    },
    {
      what: `${engine}: against the naive aggregates of totals, series, pages and referrers at 1 M (${one.naive.toFixed(0)} ms)`,
      measured: `${faster.toFixed(0)}×`,
      target: 'at least 100×',
      ok: faster >= 100,
    },
    {
      what: `${engine}: deleting a day's events of 1 M in 90 days`,
      measured: `${one.deletion.toFixed(0)} ms`,
      target: 'under 50 ms',
      ok: one.deletion < 50,
    },
  ]
}

async function measureAt(events: number, url: string | null): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const database = await openBenchDatabase(folder, url)
  const app = await startAppServer({
    ...database.env,
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  const start = Date.now() - DAYS * DAY
  await fillEvents(database, events, start, url !== null)
  const response = await fetch(`${app.url}/admin/login`, {
    method: 'POST',
    body: new URLSearchParams(owner),
    headers: { origin: app.url },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const dashboard = await timeMany(ROUNDS, async () => {
    const answer = await fetch(
      `${app.url}/admin/analytics.data?range=90d&_routes=features/analytics/admin/analytics.route`,
      {
        headers: { cookie },
      },
    )
    if (!(await answer.text()).includes('pageViews')) throw new Error('The dashboard did not answer.')
  })
  const naive = await timeMany(1, async () => {
    const days = `(at / ${DAY})`
    for (const [group, of] of [
      [days, `kind <> 'web_vitals'`],
      ['kind', 'true'],
      ['path', `kind = 'page_view'`],
      ['referrer', `kind = 'page_view'`],
    ])
      await database.run(
        `select ${group} as k, count(*), count(distinct visitor || ${days}) from event where at >= ${start} and ${of} group by 1`,
      )
  })
  const deletion = await timeMany(3, (round) =>
    database.run(`delete from event where at < ${start + (round + 1) * DAY}`),
  )
  await app.stop()
  await database.close()
  rmSync(folder, { recursive: true })
  return { dashboard, naive, deletion }
}

async function timeMany(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work(round)
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Generates events by arithmetic, and their sums by the naive statements that tests also use. */
async function fillEvents(
  database: BenchDatabase,
  events: number,
  start: number,
  isPostgres: boolean,
): Promise<void> {
  const numbers = isPostgres
    ? `generate_series(0::bigint, ${events - 1}) as numbers(n)`
    : `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${events - 1}) select n from numbers) as numbers`
  const step = Math.floor((DAYS * DAY) / events)
  const at = `(${start} + cast(n as bigint) * ${step})`
  await database.run(`insert into event (id, at, kind, visitor, path, landing, service, referrer, utm, country, device)
    select cast(1000000000000 + cast(n as bigint) as text), ${at},
      case when n % 200 = 0 then 'contact_form' when n % 100 = 1 then 'chat' when n % 50 = 2 then 'service_inquiry' else 'page_view' end,
      'visitor-' || cast((n * 7919) % 20011 as text), '/page/' || cast((n * 31) % 60 as text), '/page/1',
      case when n % 50 = 2 then 'service-' || cast(n % 6 as text) end, 'site-' || cast((n * 17) % 40 as text) || '.example',
      case when n % 5 = 0 then 'campaign-' || cast(n % 20 as text) end, case n % 3 when 0 then 'DE' when 1 then 'US' else 'IN' end,
      case n % 2 when 0 then 'desktop' else 'mobile' end
    from ${numbers}`)
  const day = isPostgres
    ? `to_char(to_timestamp(at / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
    : `strftime('%Y-%m-%d', at / 1000, 'unixepoch')`
  const sums: readonly [dimension: string, key: string, of: string][] = [
    ['all', `''`, 'true'],
    ['kind', 'kind', 'true'],
    ['path', 'path', `kind = 'page_view'`],
    ['referrer', 'referrer', `kind = 'page_view'`],
    ['utm', 'utm', `kind = 'page_view' and utm is not null`],
    ['country', 'country', `kind = 'page_view'`],
    ['device', 'device', `kind = 'page_view'`],
    ['service', 'service', `kind = 'service_inquiry'`],
  ]
  for (const [dimension, key, of] of sums)
    await database.run(`insert into roll_day (dimension, day, key, n, visitors)
      select '${dimension}', ${day}, ${key}, count(*), count(distinct visitor) from event where ${of} group by 2, 3`)
  await database.run('analyze')
  // Millions of rows at once leave a WAL larger than any real site has.
  if (!isPostgres) await database.run('pragma wal_checkpoint(truncate)')
}
