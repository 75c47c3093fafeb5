import fc from 'fast-check'
import { expect, test } from 'vitest'

import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { channelOf } from '../channels/channel-of.ts'
import { blankEvent } from '../collect/event-fields.ts'
import { findDrift } from '../rollups/find-drift.server.ts'
import type { StoredEvent } from '../rollups/dimensions.ts'
import { rebuildRollups } from '../rollups/rebuild-rollups.server.ts'

import { sumKeys } from './key-sums.server.ts'
import { listPanel } from './read-figures.server.ts'
import { listPanelNames } from './panels.ts'
import { readDashboard } from './read-dashboard.server.ts'
import { type Range, readRange } from './range.ts'

async function setTimeZone(ctx: TestCtx, timeZone: string): Promise<void> {
  const { noticeEmails: _none, ...fields } = siteSettingsFields({ timeZone })
  await storeSetting(ctx, 'site', { ...fields, noticeEmails: [] })
  await eventually(async () => expect((await ctx.site(ctx)).timeZone).toBe(timeZone))
}

const inMain = (path: string | null) => path && path.replace(/^\/de(?=\/|$)/, '')

/** Computes the figures from all events, independently of the product's way of counting. */
function naive(events: readonly StoredEvent[], range: Pick<Range, 'from' | 'to'>, timeZone: string) {
  const day = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone })
  const inside = events.filter(({ at }) => day(at) >= range.from && day(at) <= range.to)
  const dailyVisitors = (some: readonly StoredEvent[]) =>
    new Set(some.filter(({ visitor }) => visitor !== null).map(({ at, visitor }) => `${day(at)} ${visitor}`))
      .size
  const of = (kind: string) => inside.filter((event) => event.kind === kind)
  const grouped = (some: readonly StoredEvent[], keyOf: (event: StoredEvent) => string | null) =>
    new Map(
      [...Map.groupBy(some, keyOf)]
        .filter(([key]) => key !== null)
        .map(([key, group]) => [key, { n: group.length, visitors: dailyVisitors(group) }]),
    )
  const views = of('page_view')
  const p75 = (values: (number | null)[], step: number) => {
    const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
    const value = sorted[Math.ceil(sorted.length * 0.75) - 1]
    return value === undefined ? null : Math.ceil(value / step) * step
  }
  const counted = inside.filter(({ kind }) => kind !== 'web_vitals')
  return {
    totals: {
      visitors: dailyVisitors(counted),
      pageViews: views.length,
      contacts: of('contact_form').length,
      chats: of('chat').length,
    },
    lists: {
      services: grouped(of('service_inquiry'), ({ service }) => service),
      pages: grouped(views, ({ path }) => path),
      referrers: grouped(views, ({ referrer }) => referrer),
      campaigns: grouped(views, ({ utm }) => utm),
      countries: grouped(views, ({ country }) => country),
      devices: grouped(views, ({ device }) => device),
      languages: grouped(views, ({ language }) => language),
      channels: grouped(views, (view) => channelOf(view)?.channel ?? null),
      assistants: grouped(views, (view) => channelOf(view)?.assistant ?? null),
      'lead-channels': grouped(of('contact_form'), ({ utm, referrer }) => utm ?? referrer ?? 'direct'),
      'lead-pages': grouped(of('contact_form'), ({ landing }) => landing),
    },
    funnel: [
      dailyVisitors(views),
      dailyVisitors(views.filter(({ path }) => inMain(path)?.startsWith('/services/'))),
      dailyVisitors(views.filter(({ path }) => inMain(path) === '/contact')) +
        of('chat').length +
        of('contact_form').filter(({ path }) => inMain(path) !== '/contact').length,
      of('contact_form').length,
    ],
    vitals: [
      p75(
        of('web_vitals').map(({ lcp }) => lcp),
        50,
      ),
      p75(
        of('web_vitals').map(({ cls }) => cls),
        5,
      ),
      p75(
        of('web_vitals').map(({ inp }) => inp),
        8,
      ),
    ],
  }
}

const withoutVisitors = new Set(['lead-channels', 'lead-pages'])

async function expectNaive(ctx: TestCtx, events: readonly StoredEvent[], range: Range, timeZone: string) {
  const expected = naive(events, range, timeZone)
  const found = await readDashboard(ctx, range)
  const totals = Object.fromEntries(Object.entries(found.totals).map(([key, { now }]) => [key, now]))
  expect(totals).toEqual(expected.totals)
  const sums = await sumKeys(ctx, range)
  for (const name of listPanelNames) {
    const rows = listPanel(sums, name, 10_000)
    const all = expected.lists[name]
    const wanted = [...all].map(([key, { n, visitors }]) => ({
      key,
      n,
      visitors: withoutVisitors.has(name) ? 0 : visitors,
    }))
    const byKey = (a: { key: string | null }, b: { key: string | null }) =>
      (a.key ?? '') < (b.key ?? '') ? -1 : 1
    expect(rows.toSorted(byKey), name).toEqual(wanted.toSorted(byKey))
  }
  expect(found.lists.services.length).toBeLessThanOrEqual(5)
  expect(found.funnel.map(({ visitors }) => visitors)).toEqual(expected.funnel)
  expect(found.vitals.map(({ p75 }) => p75)).toEqual(expected.vitals)
  const { points } = found.series
  const sum = (key: 'visitors' | 'pageViews' | 'contacts') =>
    points.reduce((total, point) => total + point[key], 0)
  expect({ visitors: sum('visitors'), pageViews: sum('pageViews'), contacts: sum('contacts') }).toEqual({
    visitors: expected.totals.visitors,
    pageViews: expected.totals.pageViews,
    contacts: expected.totals.contacts,
  })
  for (const { at, visitors } of points.slice(0, 3))
    if (typeof at === 'string')
      expect(visitors, at).toBe(naive(events, { from: at, to: at }, timeZone).totals.visitors)
}

test('without the owner nothing is read', async () => {
  const ctx = await createTestCtx()
  const range = readRange(new URLSearchParams(), '2026-11-21')
  await expect(readDashboard(ctx, range)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('over a month of any events every panel is what the naive query says, and stays so when rebuilt', async () => {
  const ctx = asOwner(await createTestCtx())
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Katmandu', 'Pacific/Auckland')
  const ranges = fc.constantFrom(
    'range=today',
    'range=7d',
    'range=30d',
    'range=90d',
    'range=custom&from=2026-10-25&to=2026-11-05',
    'range=custom&from=2026-11-01&to=2026-11-01',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      zones,
      fc.array(ranges, { minLength: 2, maxLength: 4 }),
      async (seed, zone, queries) => {
        for (const table of ['event', 'roll_day', 'roll_hour', 'seen', 'salt'] as const)
          await ctx.db.deleteFrom(table).execute()
        await setTimeZone(ctx, zone)
        const events = seededEvents({ seed, count: 800, days: 31, until: ctx.clock.now() })
        await storeSeeded(ctx, events)
        const today = new Date(ctx.clock.now()).toLocaleDateString('sv-SE', { timeZone: zone })
        for (const query of queries)
          await expectNaive(ctx, events, readRange(new URLSearchParams(query), today), zone)
        const before = await ctx.db
          .selectFrom('roll_day')
          .selectAll()
          .orderBy('dimension')
          .orderBy('day')
          .orderBy('key')
          .execute()
        await rebuildRollups(ctx)
        const after = await ctx.db
          .selectFrom('roll_day')
          .selectAll()
          .orderBy('dimension')
          .orderBy('day')
          .orderBy('key')
          .execute()
        expect(after).toEqual(before)
        expect(await findDrift(ctx, '2026-11-10')).toBe(0)
      },
    ),
    { numRuns: 4, seed: 2026 },
  )
}, 300_000)

test('trends bear the right sign, new where there was nothing, none where there is nothing', async () => {
  const ctx = asOwner(await createTestCtx())
  const at = (daysAgo: number) => ctx.clock.now() - daysAgo * 86_400_000
  const view = (daysAgo: number, visitor: string): StoredEvent => ({
    ...blankEvent('page_view', at(daysAgo)),
    visitor,
    path: '/',
  })
  await storeSeeded(ctx, [
    ...[7, 7, 8, 9].map((ago, n) => view(ago, `before-${n}`)),
    ...[0, 1, 2].map((ago) => view(ago, 'now')),
    { ...blankEvent('contact_form', at(0)), visitor: 'now' },
  ])
  const read = async (query: string) =>
    (await readDashboard(ctx, readRange(new URLSearchParams(query), '2026-11-21'))).totals
  expect(await read('range=7d')).toEqual({
    visitors: { now: 3, before: 4, trend: { percent: -25 } },
    pageViews: { now: 3, before: 4, trend: { percent: -25 } },
    contacts: { now: 1, before: 0, trend: 'new' },
    chats: { now: 0, before: 0, trend: null },
  })
  expect((await read('range=today')).pageViews).toEqual({ now: 1, before: 1, trend: { percent: 0 } })
  expect((await read('range=custom&from=2026-11-12&to=2026-11-14')).pageViews.trend).toBe('new')
})

test('the latest ten activities, newest first, and who is here now', async () => {
  const ctx = asOwner(await createTestCtx())
  const now = ctx.clock.now()
  const events = Array.from({ length: 15 }, (_, n) => ({
    ...blankEvent(n % 2 === 0 ? ('contact_form' as const) : ('page_view' as const), now - n * 60_000),
    visitor: `visitor-${n}`,
  }))
  await storeSeeded(ctx, events)
  const found = await readDashboard(ctx, readRange(new URLSearchParams(), '2026-11-21'))
  expect(found.activities.map(({ at }) => (now - at) / 60_000)).toEqual([0, 2, 4, 6, 8, 10, 12, 14])
  expect(found.present).toBe(5)
  expect(found.isEmpty).toBe(false)
})

test('a figure that was tampered with is found, and put right by a rebuild', async () => {
  const ctx = await createTestCtx()
  await storeSeeded(ctx, seededEvents({ seed: 1, count: 300, days: 2, until: ctx.clock.now() }))
  expect(await findDrift(ctx, '2026-11-20')).toBe(0)
  await ctx.db
    .updateTable('roll_day')
    .set({ n: 7777 })
    .where('day', '=', '2026-11-20')
    .where('dimension', '=', 'device')
    .execute()
  expect(await findDrift(ctx, '2026-11-20')).toBe(3)
  await rebuildRollups(ctx)
  expect(await findDrift(ctx, '2026-11-20')).toBe(0)
})
