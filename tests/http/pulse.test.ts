import { expect, test } from 'vitest'

import { chromeAgent } from '#tests/factories/hit.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { findDrift } from '#app/features/analytics/rollups/find-drift.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

const server = serverUnderTest()

function pulse(body: string, headers: Record<string, string> = {}, url = server().url) {
  return fetch(`${url}/api/pulse`, {
    method: 'POST',
    body,
    headers: { 'user-agent': chromeAgent, ...headers },
  })
}

const view = (path: string) => JSON.stringify({ u: path, r: '', z: 'UTC', w: false })

async function exported(panel: string): Promise<string> {
  const cookie = await signInByHttp(server().url)
  const response = await fetch(`${server().url}/admin/analytics.csv?panel=${panel}&range=today`, {
    headers: { cookie },
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return response.text()
}

test('a page view gets an empty response with every security header and without a cookie', async () => {
  const response = await pulse(view('/'))
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
  await eventually(async () => expect(await exported('pages')).toContain('/,1,1'))
})

test.each([
  ['nonsense', 400],
  ['{"u":"https://evil.example/"}', 400],
  [`{"u":"/","x":"${'x'.repeat(1024 * 1024)}"}`, 413],
])('%.30s is refused with %i', async (body, status) => {
  expect((await pulse(body)).status).toBe(status)
})

test('requests from another site or with another method are not counted', async () => {
  expect((await pulse(view('/'), { origin: 'https://evil.example' })).status).toBe(403)
  expect((await pulse(view('/'), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await fetch(`${server().url}/api/pulse`)).status).toBe(404)
})

test('a forged forwarded address is not believed: it stays one visitor', async () => {
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    expect((await pulse(view('/terms'), { 'x-forwarded-for': address })).status).toBe(204)
  await eventually(async () => expect(await exported('pages')).toContain('/terms,1,3'))
})

test('programs, visitors who ask for privacy, the owner and unknown pages are not counted', async () => {
  const cookie = await signInByHttp(server().url)
  await pulse(view('/privacy'), { 'user-agent': 'curl/8.9.1' })
  await pulse(view('/privacy'), { 'sec-gpc': '1' })
  await pulse(view('/privacy'), { dnt: '1' })
  await pulse(view('/privacy'), { cookie, origin: server().url })
  await pulse(view('/admin/leads'))
  await pulse(view('/no/such/page'))
  await pulse(view('/preview/a-draft.of-a-page'))
  await eventually(async () => {
    const leftOut = await exported('left-out')
    for (const line of ['bot,1', 'privacy,2', 'owner,1', 'unknown-page,3']) expect(leftOut).toContain(line)
  })
  expect(await exported('pages')).not.toContain('/privacy')
})

test('SIGTERM stores what waits; SIGKILL loses at most what waited; figures equal events in both cases', async () => {
  const database = await createTestDatabase()
  const env = { ...database.env, APP_SECRET: testSecret, LIMITS: 'off', LOG_LEVEL: 'error' }
  const first = await startAppServer(env)
  for (let n = 0; n < 40; n += 1) await pulse(view('/about'), {}, first.url)
  expect(await first.stop('SIGTERM')).toBe(0)

  const engine = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  const stored = async () => (await engine.db.selectFrom('event').select('at').execute()).length
  expect(await stored()).toBe(40)

  const second = await startAppServer(env)
  for (let n = 0; n < 100; n += 1) await pulse(view('/about'), {}, second.url)
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (let n = 0; n < 10; n += 1) await pulse(view('/about'), {}, second.url)
  await second.stop('SIGKILL')
  expect(await stored()).toBeGreaterThanOrEqual(140)
  const ctx = { db: engine.db, site: async () => ({ timeZone: 'UTC' }) } as unknown as Ctx
  expect(await findDrift(ctx, new Date().toISOString().slice(0, 10))).toBe(0)
  await engine.close()
  await database.drop()
})

test('when storing comes first, SIGKILL loses nothing that was acknowledged', async () => {
  const database = await createTestDatabase()
  const env = { ...database.env, APP_SECRET: testSecret, LIMITS: 'off', LOG_LEVEL: 'error' }
  const app = await startAppServer({ ...env, ANALYTICS_ACK: 'stored' })
  const answers = await Promise.all(Array.from({ length: 60 }, () => pulse(view('/about'), {}, app.url)))
  await app.stop('SIGKILL')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  const engine = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  expect(await engine.db.selectFrom('event').select('at').execute()).toHaveLength(60)
  await engine.close()
  await database.drop()
})
