import { type Bench, measureEngines } from './bench-database.ts'
import { median, percentile, type Row } from './measure.ts'

const MEMBERS = 10
const FEEDS = 20
const EVENTS = 2000
const REQUESTS = 200
const MINUTE = 60_000

/** Measures a month of free times, with ten members who are busy by twenty calendars. */
export function measureBookings(): Promise<Row[]> {
  return measureEngines(async (bench) => {
    await fill(bench)
    return [
      await measure(bench, 'A month of free times over the API', '/api/v1/free-times?days=31'),
      await measure(bench, 'The page with them', '/book/consultation'),
    ]
  })
}

/** The events are spread over the next twelve weeks, day and night. */
async function fill({ database }: Bench): Promise<void> {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  const members = Array.from({ length: MEMBERS }, (_, n) => `bench-member-${n}`)
  await database.run(`insert into member (id, email, name, role, password_hash, created_at, password_changed_at)
    select column1, column1 || '@bench.example', column1, 'sales', 'none', ${now}, ${now} from (values ${members.map((id) => `('${id}')`).join(', ')}) as made`)
  await database.run(`insert into meeting_type (id, slug, name, length, location, questions, buffer_before,
      buffer_after, notice, daily_maximum, window_days, members, is_offered, created_at, updated_at)
    values ('bench', 'consultation', 'Consultation', 30, '', '[]', 5, 5, 240, null, 60,
      '${JSON.stringify(members)}', 1, ${now}, ${now})`)
  const feeds = Array.from({ length: FEEDS }, (_, n) => [`bench-feed-${n}`, members[n % MEMBERS]] as const)
  for (const [n, [feed, member]] of feeds.entries()) {
    await database.run(`insert into calendar_feed (id, member_id, host, sealed, checked_at, good_at, created_at)
      values ('${feed}', '${member}', 'calendar.example', '', ${now}, ${now}, ${now})`)
    const events = Array.from({ length: EVENTS }, (_, event) => {
      const from = now + (event * 61 + (n % MEMBERS) * 7 + Math.floor(n / MEMBERS) * 5) * MINUTE
      return `('${feed}', ${from}, ${from + 15 * MINUTE})`
    })
    await database.run(`insert into busy_time (feed_id, from_at, to_at) values ${events.join(', ')}`)
  }
}

async function measure({ app, engine }: Bench, what: string, path: string): Promise<Row> {
  const milliseconds: number[] = []
  for (let n = 0; n < REQUESTS * 1.2; n += 1) {
    const start = performance.now()
    const response = await fetch(app.url + path)
    const text = await response.text()
    if (n >= REQUESTS * 0.2) milliseconds.push(performance.now() - start)
    if (!response.ok || !/T\d\d:\d\dZ/.test(text)) throw new Error(`${path} answered ${response.status}.`)
  }
  const p95 = percentile(milliseconds, 0.95)
  return {
    what: `${what}, ${MEMBERS} members, ${FEEDS} calendars of ${EVENTS} events, ${engine}`,
    measured: `${p95.toFixed(1)} ms p95, ${median(milliseconds).toFixed(1)} ms at the median`,
    target: 'under 50 ms p95',
    ok: p95 < 50,
  }
}
