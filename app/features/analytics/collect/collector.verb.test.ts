import { expect, test } from 'vitest'

import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { pageHit, testCollector, testVisitor } from '#tests/factories/hit.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { foldOutbox } from './event-outbox.server.ts'

const events = (ctx: TestCtx) => ctx.db.selectFrom('event').selectAll().orderBy('id').execute()
const rolled = async (ctx: TestCtx, dimension: string) => {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select(['key', 'n', 'visitors'])
    .where('dimension', '=', dimension)
    .orderBy('key')
    .execute()
  return rows.map(({ key, n, visitors }) => [key, n, visitors])
}

/** Returns a database that refuses inserts of events while `isAway` holds. */
function withoutInserts(ctx: TestCtx, isAway: () => boolean) {
  return ctx.db.withPlugin({
    transformQuery({ node }) {
      if (isAway() && node.kind === 'InsertQueryNode' && node.into?.table.identifier.name !== 'salt')
        throw new Error('The database is away.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('a page view is stored with what the panels show, and without address or agent', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  const hit = { r: 'https://www.News.example.org/issue/7?private=1', z: 'Asia/Kolkata' }
  const url = '/services/ai-chatbots?utm_source=news&utm_campaign=autumn&gclid=secret'
  expect(await collector.take(pageHit(url, { hit }))).toBe(204)
  await collector.flush()
  const [event] = await events(ctx)
  expect(event).toMatchObject({
    at: ctx.clock.now(),
    kind: 'page_view',
    visitor: expect.stringMatching(/^[\da-f]{16}$/),
    path: '/services/ai-chatbots',
    referrer: 'news.example.org',
    utm: 'news / – / autumn',
    country: 'IN',
    device: 'desktop',
  })
  const tables = ['event', 'roll_day', 'roll_hour', 'seen', 'salt'] as const
  for (const table of tables)
    expect(JSON.stringify(await ctx.db.selectFrom(table).selectAll().execute())).not.toMatch(
      /203\.0\.113|Mozilla|secret|private/,
    )
})

test.each([
  ['?utm_source=newsletter&utm_campaign=paid-launch', 'newsletter / – / paid-launch', 'email'],
  ['?utm_medium=email', '– / email', 'email'],
  ['?utm_campaign=social', '– / – / social', 'campaign'],
  ['?utm_source=news&utm_medium=+&utm_campaign=', 'news', 'campaign'],
  ['?utm_source=spring+/+cpc', 'spring/cpc', 'campaign'],
  ['?utm_source=%E2%80%93&utm_medium=cpc', '– / cpc', 'paid'],
  ['?utm_source=%E2%80%93', null, 'referral'],
])('labels keep their places: %s', async (query, utm, channel) => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit(`/${query}`, { hit: { r: 'https://partner.example/' } }))
  await collector.flush()
  expect(await events(ctx)).toMatchObject([{ utm }])
  expect(await rolled(ctx, 'channel')).toEqual([[channel, 1, 1]])
})

test.each([
  ['android-app://com.google.android.gm/', 'mail.google.com', 'email'],
  ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'google.com', 'search'],
  ['android-app://com.twitter.android/', 'x.com', 'social'],
  ['android-app://com.slack/', 'slack.com', 'referral'],
  ['android-app://com.openai.chatgpt/', 'chatgpt.com', 'ai'],
  ['android-app://org.example.reader/', 'org.example.reader', 'referral'],
  ['app-launch://x/', 'app-launch', 'referral'],
])('a visit from the app %s is one from its service', async (r, referrer, channel) => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/', { hit: { r } }))
  await collector.flush()
  expect(await events(ctx)).toMatchObject([{ referrer }])
  expect(await rolled(ctx, 'channel')).toEqual([[channel, 1, 1]])
})

test('e-mail addresses in links are not counted, because figures outlive an erasure', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/?utm_source=news&utm_campaign=to-ann%40example.com'))
  await collector.take(pageHit(`/blog/ann%40example.com?utm_source=${'n'.repeat(110)}+ann@example.com`))
  await ctx.recordEvent(ctx, {
    kind: 'contact_form',
    visitor: null,
    page: '/blog/ann@example.com',
    landing: '/blog/ann%40example.com',
    service: null,
    referrer: null,
    campaign: ['ann@example.com'],
  })
  await collector.flush()
  await foldOutbox(ctx)
  expect((await events(ctx)).map(({ path, landing, utm }) => [path, landing, utm])).toContainEqual([
    '/blog/[address]',
    '/blog/[address]',
    '[address]',
  ])
  for (const table of ['event', 'roll_day', 'seen'] as const)
    expect(JSON.stringify(await ctx.db.selectFrom(table).selectAll().execute())).not.toMatch(/ann(?:@|%40)/)
})

test('a visitor is the same on one day and another on the next, in every process', async () => {
  const ctx = await createTestCtx()
  const other = await createSecondInstance(ctx)
  const [one, two] = [testCollector(ctx), testCollector(other)]
  for (const collector of [one, two, one]) await collector.take(pageHit('/'))
  await one.take(pageHit('/about', { visitor: testVisitor({ clientAddress: '203.0.113.8' }) }))
  await one.flush()
  await two.flush()
  expect(await rolled(ctx, 'all')).toEqual([['', 4, 2]])
  expect(await rolled(ctx, 'path')).toEqual([
    ['/', 3, 1],
    ['/about', 1, 1],
  ])
  ctx.clock.advance(DAY)
  await one.take(pageHit('/'))
  await one.flush()
  const visitors = new Set((await events(ctx)).map(({ visitor }) => visitor))
  expect(visitors.size).toBe(3)
})

test('a visit over midnight on the site’s clocks is two daily visitors', async () => {
  const ctx = await createTestCtx()
  const { noticeEmails: _none, ...fields } = siteSettingsFields({ timeZone: 'Asia/Calcutta' })
  await storeSetting(ctx, 'site', { ...fields, noticeEmails: [] })
  const collector = testCollector(ctx)
  // 12:00 UTC is 17:30 there, 6.5 hours before midnight.
  ctx.clock.advance(6.49 * 3_600_000)
  await collector.take(pageHit('/'))
  ctx.clock.advance(60_000)
  await collector.take(pageHit('/'))
  await collector.flush()
  const days = await ctx.db
    .selectFrom('roll_day')
    .select(['day', 'n', 'visitors'])
    .where('dimension', '=', 'all')
    .orderBy('day')
    .execute()
  expect(days).toEqual([
    { day: '2026-11-21', n: 1, visitors: 1 },
    { day: '2026-11-22', n: 1, visitors: 1 },
  ])
})

test('after the clock was set back, hits count on the day that it shows', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/'))
  ctx.clock.advance(-2 * DAY)
  expect(await collector.take(pageHit('/'))).toBe(204)
  ctx.clock.advance(2 * DAY)
  await collector.take(pageHit('/'))
  await collector.flush()
  const days = await ctx.db.selectFrom('roll_day').select('day').where('dimension', '=', 'all').execute()
  expect(days.map(({ day }) => day).sort()).toEqual(['2026-11-19', '2026-11-21'])
})

test('changing the user agent with each request does not evade the limit', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  for (let n = 0; n < 310; n += 1)
    await collector.take(pageHit('/', { visitor: testVisitor({ userAgent: `Mozilla/5.0 Firefox/${n}` }) }))
  await collector.flush()
  expect(await rolled(ctx, 'refused')).toEqual([['too-many', 10, 0]])
})

test.each([
  ['bot', { visitor: testVisitor({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }) }],
  ['bot', { visitor: testVisitor({ userAgent: '' }) }],
  ['automation', { hit: { w: true } }],
  ['owner', { isOwner: true }],
  ['privacy', { visitor: testVisitor({ asksPrivacy: true }) }],
])('%s is left out, and the number is counted', async (reason, overrides) => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  expect(await collector.take(pageHit('/', overrides))).toBe(204)
  // The web vitals belong to the same view, so it is not counted twice.
  const hit = 'hit' in overrides ? overrides.hit : {}
  expect(await collector.take(pageHit('/', { ...overrides, hit: { ...hit, v: { l: 120 } } }))).toBe(204)
  await collector.flush()
  expect(await events(ctx)).toEqual([])
  expect(await rolled(ctx, 'refused')).toEqual([[reason, 1, 0]])
})

test('visitors who ask for privacy are counted if the owner has chosen so', async () => {
  const ctx = await createTestCtx()
  await storeSetting(ctx, 'analytics', { retentionDays: 90, honourPrivacy: false })
  const collector = testCollector(ctx)
  await collector.take(pageHit('/', { visitor: testVisitor({ asksPrivacy: true }) }))
  await collector.flush()
  expect(await events(ctx)).toHaveLength(1)
})

test.each([
  'no json',
  '[]',
  'null',
  '{}',
  '{"u":"//evil.example/"}',
  '{"u":"https://evil.example/"}',
  '{"u":"/","v":{"l":-5}}',
  '{"u":"/","v":{"l":1e9}}',
  '{"u":5}',
  JSON.stringify({ u: `/${'x'.repeat(3000)}` }),
])('%s is refused', async (body) => {
  const ctx = await createTestCtx()
  expect(await testCollector(ctx).take({ ...pageHit('/'), body })).toBe(400)
})

test('forged kinds and times change nothing, and unknown pages are not counted', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/', { hit: { kind: 'contact_form', at: -1, id: '1', visitor: 'x' } }))
  await collector.take(pageHit('/nowhere'))
  await collector.flush()
  expect(await events(ctx)).toMatchObject([{ kind: 'page_view', at: ctx.clock.now() }])
  expect(await rolled(ctx, 'refused')).toEqual([['unknown-page', 1, 0]])
})

test('of made-up paths, campaigns and referrers a thousand a day are kept apart, the rest are other; a flood of one is cut off', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  const collector = testCollector(ctx)
  for (let n = 0; n < 3000; n += 1) {
    await collector.take(pageHit(`/blog/${n}?utm_source=${n}`, { hit: { r: `https://${n}.example/` } }))
    if (n % 500 === 499) await collector.flush()
  }
  await collector.flush()
  const paths = await rolled(ctx, 'path')
  expect(paths).toHaveLength(1001)
  expect(paths.find(([key]) => key === 'other')).toEqual(['other', 2000, 1])
  expect(await rolled(ctx, 'utm')).toHaveLength(1001)
  expect(await rolled(ctx, 'referrer')).toHaveLength(1001)

  const limited = { ...ctx, limits: true }
  const strict = testCollector(limited)
  // The limit applies to the address, whatever the user agent.
  for (let n = 0; n < 310; n += 1)
    await strict.take(
      pageHit('/', { visitor: testVisitor({ userAgent: `Mozilla/5.0 (X11; Linux) Firefox/${n}.0` }) }),
    )
  await strict.flush()
  expect(await rolled(ctx, 'refused')).toEqual([['too-many', 10, 0]])
})

test('while the database is away visits wait, within a bound, and are stored after', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  const warm = testCollector(ctx)
  await warm.take(pageHit('/'))
  await warm.flush()
  let isAway = true
  const collector = testCollector({ ...ctx, db: withoutInserts(ctx, () => isAway) })
  const statuses = new Map<number, number>()
  for (let n = 0; n < 10_050; n += 1) {
    const status = await collector.take(pageHit('/'))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 204: 10_000, 503: 50 })
  isAway = false
  // The first call only joins a flush that is already running.
  await collector.flush()
  await collector.flush()
  expect(collector.waiting).toBe(0)
  expect(await rolled(ctx, 'kind')).toEqual([['page_view', 10_001, 0]])
  expect(await rolled(ctx, 'refused')).toEqual([['full', 50, 0]])
}, 60_000)

test('"Get Started" with a service is an inquiry about it, followed from a page of ours', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  const inside = { r: 'http://localhost:3000/services/website-development' }
  await collector.take(pageHit('/contact?service=website-development&plan=starter', { hit: inside }))
  await collector.take(pageHit('/contact?service=made-up', { hit: inside }))
  await collector.take(pageHit('/contact?service=ai-chatbots'))
  for (const path of ['/services/ai-chatbots', '/services', '/', '/services/made-up'])
    await collector.take(pageHit(path, { hit: { g: true } }))
  await collector.flush()
  expect(await rolled(ctx, 'service')).toEqual([
    ['ai-chatbots', 1, 1],
    ['website-development', 1, 1],
  ])
  expect(await rolled(ctx, 'kind')).toEqual([
    ['page_view', 3, 0],
    ['service_inquiry', 2, 0],
  ])
})

test('web vitals are counted by how long they took, and are no page view', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/', { hit: { v: { l: 1234.5, c: 51.2, t: 41.5 } } }))
  await collector.flush()
  expect(await rolled(ctx, 'lcp')).toEqual([['01250', 1, 0]])
  expect(await rolled(ctx, 'cls')).toEqual([['00055', 1, 0]])
  expect(await rolled(ctx, 'ttfb')).toEqual([['00050', 1, 0]])
  expect(await rolled(ctx, 'all')).toEqual([])
})

test('when storing comes first, a hit is stored before the response, and concurrent hits share commits', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  const collector = testCollector(ctx, { storesFirst: true })
  const statuses = Array.from({ length: 200 }, () => collector.take(pageHit('/')))
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([204]))
  expect(await rolled(ctx, 'kind')).toEqual([['page_view', 200, 0]])
  // A hit that stores nothing does not wait for a commit.
  expect(await collector.take(pageHit('/', { hit: { g: true } }))).toBe(204)
})

test('when storing comes first and the database is unreachable, no hit is acknowledged', async () => {
  const ctx = await createTestCtx()
  const warm = testCollector(ctx)
  await warm.take(pageHit('/'))
  await warm.flush()
  let isAway = true
  const collector = testCollector({ ...ctx, db: withoutInserts(ctx, () => isAway) }, { storesFirst: true })
  expect(await collector.take(pageHit('/'))).toBe(503)
  isAway = false
  expect(await collector.take(pageHit('/'))).toBe(204)
  expect(await events(ctx)).toHaveLength(3)
})
