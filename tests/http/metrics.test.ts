import { expect, test } from 'vitest'

import { eventually } from '#tests/support/eventually.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const token = 'a-token-for-tests-alone'
const server = serverUnderTest({ METRICS_TOKEN: token })

async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`${server().url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const values = new Map<string, number>()
  for (const line of (await response.text()).trimEnd().split('\n')) {
    if (/^# (?:HELP \w+ .+|TYPE \w+ (?:counter|gauge|histogram))$/.test(line)) continue
    const [, series = '', value] = /^(\w+(?:\{(?:\w+="[^"]*",?)+\})?) (\S+)$/.exec(line) ?? []
    expect(series, line).not.toBe('')
    expect(values.has(series), `${series} stands there once`).toBe(false)
    values.set(series, value === '+Inf' ? Infinity : Number(value))
  }
  return values
}

test.each([undefined, 'Bearer', 'Bearer another-token-for-tests', `bearer ${token}`, `Basic ${token}`])(
  'with %j no metrics are sent',
  async (authorization) => {
    const response = await fetch(`${server().url}/metrics`, {
      headers: authorization ? { authorization } : {},
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.text()).not.toContain('http_requests')
  },
)

test('requests are counted by route, method and class, cached pages among them', async () => {
  const { url } = server()
  const series = (route: string, method: string, status: string) =>
    `http_requests_total{route="${route}",method="${method}",status="${status}"}`
  const before = await scrape()
  const grown = (after: Map<string, number>, name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  for (const path of [
    '/about',
    '/about?utm_source=x',
    '/blog/no-such-post',
    '/api/countries',
    '/no/such/page',
  ])
    await (await fetch(`${url}${path}`)).text()
  await fetch(`${url}/api/pulse`, { method: 'POST', body: '{', headers: { origin: url } })
  await fetch(`${url}/about`, { method: 'DELETE' })
  await eventually(async () => {
    const after = await scrape()
    expect(grown(after, series('/about', 'GET', '2xx'))).toBe(2)
    expect(grown(after, series('/blog/:slug', 'GET', '4xx'))).toBe(1)
    expect(grown(after, series('/api/countries', 'GET', '2xx'))).toBe(1)
    expect(grown(after, series('*', 'GET', '4xx'))).toBe(1)
    expect(grown(after, series('/api/pulse', 'POST', '4xx'))).toBe(1)
    expect(grown(after, series('/about', 'other', '4xx'))).toBe(1)
    expect(grown(after, 'page_cache_requests_total{result="hit"}')).toBe(1)
    expect(after.get('http_request_duration_seconds_count{route="/about",method="GET"}')).toBe(1)
  })
})

test('no address that a visitor makes up becomes a label', async () => {
  for (let n = 0; n < 50; n += 1) await (await fetch(`${server().url}/made-up-${n}/x.data?y=${n}`)).text()
  const names = [...(await scrape()).keys()].join('\n')
  expect(names).not.toContain('made-up')
})

test('the product’s own figures and those of the process are exported', async () => {
  const figures = await scrape()
  for (const name of [
    'jobs{state="waiting"}',
    'jobs{state="running"}',
    'jobs{state="dead"}',
    'jobs_oldest_due_seconds',
    'emails{state="sent"}',
    'emails{state="failed"}',
    'chat_replies_under_way',
    'chat_streams_open',
    'assistant_spent_usd{period="day"}',
    'nodejs_eventloop_lag_seconds{quantile="0.99"}',
    'nodejs_active_resources{type="TCPServerWrap"}',
    'process_open_fds',
    'disk_free_bytes{folder="data"}',
    'disk_size_bytes{folder="data"}',
  ])
    expect(figures.get(name), name).toBeGreaterThanOrEqual(0)
  expect(figures.get('product_figures_up')).toBe(1)
  expect(figures.get('backup_up')).toBe(1)
  expect(figures.get('backup_restore_test_up')).toBe(1)
  expect([...figures.keys()].filter((name) => name.startsWith('foyer_build_info{version="'))).toHaveLength(1)
  expect(figures.get('assistant_cap_usd{period="day"}')).toBeGreaterThan(0)
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(20 * 1024 * 1024)
  expect(figures.get('process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(figures.get('process_start_time_seconds')).toBeGreaterThan(1.7e9)
})
