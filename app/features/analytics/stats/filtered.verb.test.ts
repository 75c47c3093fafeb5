import fc from 'fast-check'
import { expect, test } from 'vitest'

import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { channelOf } from '../channels/channel-of.ts'
import { blankEvent } from '../collect/event-fields.ts'
import { deleteOldEvents } from '../rollups/delete-old-events.job.server.ts'
import type { StoredEvent } from '../rollups/dimensions.ts'
import { countPeriod } from '../visits/count-period.server.ts'
import { packDays } from '../visits/pack-days.job.server.ts'

import { exportPanel } from './export-panel.server.ts'
import type { Filter } from './filters.ts'
import { listPanelNames, rankRows } from './panels.ts'
import { type Range, readRange } from './range.ts'
import { readDashboard } from './read-dashboard.server.ts'
import { sumKeys } from './key-sums.server.ts'
import { listPanel } from './read-figures.server.ts'

async function setTimeZone(ctx: TestCtx, timeZone: string): Promise<void> {
  const { noticeEmails: _none, ...fields } = siteSettingsFields({ timeZone })
  await storeSetting(ctx, 'site', { ...fields, noticeEmails: [] })
  await eventually(async () => expect((await ctx.site(ctx)).timeZone).toBe(timeZone))
}

const dayIn = (timeZone: string) => (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone })

const viewMatches: Partial<Record<Filter['by'], (view: StoredEvent, key: string) => boolean>> = {
  page: ({ path }, key) => path === key,
  source: ({ referrer }, key) => referrer === key,
  campaign: ({ utm }, key) => utm === key,
  country: ({ country }, key) => country === key,
  device: ({ device }, key) => device === key,
  channel: (view, key) => channelOf(view)?.channel === key,
  language: ({ language }, key) => language === key,
  lead: ({ utm, referrer }, key) => (utm ?? referrer) === key,
  step: ({ path }, key) => (key === 'service' ? /^(\/de)?\/services\//.test(path ?? '') : key === 'page'),
}

/** Computes the figures independently of the product's way of counting; each visit is a list of events. */
function naive(
  events: readonly StoredEvent[],
  { range, filters, timeZone }: { range: Range; filters: readonly Filter[]; timeZone: string },
) {
  const day = dayIn(timeZone)
  const inside = events.filter(({ at }) => day(at) >= range.from && day(at) <= range.to)
  const linked = inside.filter(({ visitor, kind }) => visitor !== null && kind !== 'web_vitals')
  const visits = [...Map.groupBy(linked, ({ at, visitor }) => `${day(at)} ${visitor}`).values()].filter(
    (visit) =>
      filters.every(({ by, key }) => {
        if (by === 'service')
          return visit.some(({ service, kind }) => kind !== 'page_view' && service === key)
        return visit.some((event) => event.kind === 'page_view' && viewMatches[by]?.(event, key))
      }),
  )
  const views = visits.flat().filter(({ kind }) => kind === 'page_view')
  const unlinked = inside.filter(({ visitor }) => visitor === null)
  const ownMatches = (event: StoredEvent, { by, key }: Filter) => {
    const origin = { referrer: event.referrer ?? 'direct', utm: event.utm }
    if (by === 'page') return event.path === key || event.landing === key
    if (by === 'source') return origin.referrer === key
    if (by === 'campaign') return event.utm === key
    if (by === 'country') return event.country === key
    if (by === 'service') return event.service === key
    if (by === 'language') return event.language === key
    if (by === 'channel') return channelOf(origin)?.channel === key
    return by === 'lead' && (event.utm ?? origin.referrer) === key
  }
  const matched = unlinked.filter((event) => filters.every((filter) => ownMatches(event, filter)))
  const pages = new Map<string, { n: number; visitors: number }>()
  for (const visit of visits)
    for (const [page, some] of Map.groupBy(
      visit.filter(({ kind }) => kind === 'page_view'),
      ({ path }) => path ?? '',
    )) {
      const { n, visitors } = pages.get(page) ?? { n: 0, visitors: 0 }
      pages.set(page, { n: n + some.length, visitors: visitors + 1 })
    }
  return {
    visitors: visits.length,
    pageViews: views.length,
    contacts: matched.filter(({ kind }) => kind === 'contact_form').length,
    chats: matched.filter(({ kind }) => kind === 'chat').length,
    pages,
  }
}

const filter = fc.constantFrom<Filter>(
  { by: 'page', key: '/contact' },
  { by: 'page', key: '/' },
  { by: 'source', key: 'google.com' },
  { by: 'campaign', key: 'news / autumn' },
  { by: 'country', key: 'DE' },
  { by: 'device', key: 'mobile' },
  { by: 'language', key: 'de' },
  { by: 'language', key: 'en' },
  { by: 'channel', key: 'ai' },
  { by: 'lead', key: 'chatgpt.com' },
  { by: 'service', key: 'ai-chatbots' },
  { by: 'step', key: 'service' },
  { by: 'page', key: '/nowhere' },
)

test('filtered by anything, in any zone, the figures are what each visit says', async () => {
  const ctx = asOwner(await createTestCtx())
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Katmandu')
  const queries = fc.constantFrom('range=today', 'range=7d', 'range=custom&from=2026-10-25&to=2026-11-05')
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      zones,
      fc.array(fc.tuple(queries, fc.uniqueArray(filter, { minLength: 1, maxLength: 3 })), {
        minLength: 3,
        maxLength: 5,
      }),
      async (seed, timeZone, asked) => {
        for (const table of ['event', 'roll_day', 'roll_hour', 'seen', 'salt', 'day_visits'] as const)
          await ctx.db.deleteFrom(table).execute()
        await setTimeZone(ctx, timeZone)
        const events = seededEvents({ seed, count: 800, days: 30, until: ctx.clock.now() })
        await storeSeeded(ctx, events)
        const today = dayIn(timeZone)(ctx.clock.now())
        for (const [query, filters] of asked) {
          const range = readRange(new URLSearchParams(query), today)
          const expected = naive(events, { range, filters, timeZone })
          const found = await readDashboard(ctx, range, { filters })
          expect(
            Object.fromEntries(Object.entries(found.totals).map(([name, { now }]) => [name, now])),
            `${query} ${JSON.stringify(filters)}`,
          ).toEqual({
            visitors: expected.visitors,
            pageViews: expected.pageViews,
            contacts: expected.contacts,
            chats: expected.chats,
          })
          expect(new Map(found.lists.pages.map(({ key, n, visitors }) => [key, { n, visitors }]))).toEqual(
            expected.pages,
          )
          const { points } = found.series
          expect(points.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(expected.visitors)
          expect(points.reduce((sum, { pageViews }) => sum + pageViews, 0)).toBe(expected.pageViews)
        }
        const range = readRange(new URLSearchParams('range=30d'), today)
        const counts = await countPeriod(
          ctx,
          { ...range, cut: null },
          { filters: [], goals: [], mainLanguage: 'en' },
        )
        const sums = await sumKeys(ctx, range)
        for (const name of listPanelNames)
          expect(rankRows(name, counts.lists[name].values()), name).toEqual(listPanel(sums, name, 10_000))
      },
    ),
    { numRuns: 4, seed: 66 },
  )
}, 300_000)

const view = (at: number, visitor: string, more: Partial<StoredEvent> = {}): StoredEvent => ({
  ...blankEvent('page_view', at),
  visitor,
  path: '/',
  ...more,
})

test('today until now is compared with yesterday until the same minute', async () => {
  const ctx = asOwner(await createTestCtx())
  const day = 86_400_000
  const now = ctx.clock.now()
  await storeSeeded(ctx, [
    view(now - day - 3_600_000, 'early'),
    view(now - day, 'just-now'),
    view(now - day + 60_000, 'later'),
    view(now - day + 120_000, 'early'),
    { ...blankEvent('contact_form', now - day - 60_000) },
    { ...blankEvent('contact_form', now - day + 60_000) },
    view(now, 'today', { referrer: 'google.com' }),
  ])
  const today = readRange(new URLSearchParams('range=today'), '2026-11-21')
  const { totals, series } = await readDashboard(ctx, today)
  expect(totals.visitors).toMatchObject({ now: 1, before: 2 })
  expect(totals.pageViews).toMatchObject({ now: 1, before: 2 })
  expect(totals.contacts).toMatchObject({ now: 0, before: 1 })
  expect(series.unfinished).toBe(12)
  expect(series.points.reduce((sum, { before }) => sum + Number(before), 0)).toBe(3)

  const week = readRange(new URLSearchParams('range=custom&from=2026-11-20&to=2026-11-21'), '2026-11-21')
  expect((await readDashboard(ctx, week)).totals.visitors).toMatchObject({ now: 4, before: 0 })
  expect((await readDashboard(ctx, week, { comparison: null })).totals.visitors).toEqual({
    now: 4,
    before: null,
    trend: null,
  })

  // Without events the hours are used, and the last hour counts by the elapsed part.
  await ctx.db.deleteFrom('event').where('at', '<', now).execute()
  await ctx.db.deleteFrom('day_visits').execute()
  const later = await readDashboard(ctx, today)
  expect(later.totals.visitors).toMatchObject({ before: 1 })
})

test('late events of a packed day are counted, and so are those of today', async () => {
  const ctx = asOwner(await createTestCtx())
  const now = ctx.clock.now()
  const range = readRange(new URLSearchParams('range=7d'), '2026-11-21')
  const filters = [{ by: 'source' as const, key: 'google.com' }]
  const visitors = async () => (await readDashboard(ctx, range, { filters })).totals.visitors.now
  const from = (at: number, visitor: string) => view(at, visitor, { referrer: 'google.com' })
  await storeSeeded(ctx, [from(now - 2 * 86_400_000, 'one'), from(now, 'two')])
  expect(await visitors()).toBe(2)
  await storeSeeded(ctx, [from(now - 2 * 86_400_000 + 1, 'three')])
  expect(await visitors()).toBe(3)
  await storeSeeded(ctx, [from(now - 1000, 'four'), from(now - 10 * 60_000, 'five'), from(now, 'two')])
  expect(await visitors()).toBe(5)
  await setTimeZone(ctx, 'Asia/Tokyo')
  expect(await visitors()).toBe(5)
})

test('days are packed by a job, hold no visitor, and go with their events', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, seededEvents({ seed: 3, count: 300, days: 100, until: ctx.clock.now() }))
  await packDays.run(ctx, {}, { signal: new AbortController().signal })
  const packed = await ctx.db.selectFrom('day_visits').select(['day', 'bytes']).orderBy('day').execute()
  expect(packed.length).toBeGreaterThan(80)
  expect(packed.some(({ bytes }) => Buffer.from(bytes).includes('visitor-'))).toBe(false)
  await deleteOldEvents.run(ctx, {}, { signal: new AbortController().signal })
  const { day } = await ctx.db
    .selectFrom('day_visits')
    .select((select) => select.fn.min<string>('day').as('day'))
    .executeTakeFirstOrThrow()
  expect(day >= '2026-08-23').toBe(true)
  const range = readRange(new URLSearchParams('range=365d'), '2026-11-21')
  const { filteredSince, totals } = await readDashboard(ctx, range, {
    filters: [{ by: 'country', key: 'DE' }],
  })
  expect(filteredSince).toBe('2026-08-23')
  expect(totals.visitors.now).toBeGreaterThan(0)
})

test('days that an older version counted get their channels', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, seededEvents({ seed: 4, count: 300, days: 9, until: ctx.clock.now() }))
  const range = readRange(new URLSearchParams('range=custom&from=2026-11-13&to=2026-11-20'), '2026-11-21')
  const before = (await readDashboard(ctx, range)).lists
  await ctx.db.deleteFrom('roll_day').where('dimension', 'in', ['channel', 'assistant']).execute()
  await packDays.run(ctx, {}, { signal: new AbortController().signal })
  const { channels, assistants } = (await readDashboard(ctx, range)).lists
  expect({ channels, assistants }).toEqual({ channels: before.channels, assistants: before.assistants })
  expect(assistants).not.toEqual([])
})

test('a filtered panel is exported as it is shown', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, seededEvents({ seed: 5, count: 400, days: 7, until: ctx.clock.now() }))
  const range = readRange(new URLSearchParams('range=7d'), '2026-11-21')
  const filters = [{ by: 'device' as const, key: 'mobile' }]
  const { lists } = await readDashboard(ctx, range, { filters })
  const parts: string[] = []
  for await (const part of await exportPanel(ctx, 'pages', range, { filters })) parts.push(part)
  const rows = parts.join('').trim().split('\r\n').slice(1)
  expect(rows).toEqual(lists.pages.map(({ key, n, visitors }) => `${key},${visitors},${n}`))
})

test('filters by slow pages and by goals show all figures', async () => {
  const ctx = asOwner(await createTestCtx())
  const now = ctx.clock.now()
  await storeSeeded(ctx, [
    view(now - 5000, 'slow', { path: '/about' }),
    { ...blankEvent('web_vitals', now - 4000), visitor: 'slow', path: '/about', lcp: 5000 },
    view(now - 5000, 'fast', { path: '/contact' }),
    { ...blankEvent('web_vitals', now - 4000), visitor: 'fast', path: '/contact', lcp: 900 },
    { ...blankEvent('service_inquiry', now - 3000), visitor: 'fast', service: 'ai-chatbots' },
    { ...blankEvent('contact_form', now - 2000), path: '/contact' },
  ])
  const range = readRange(new URLSearchParams('range=today'), '2026-11-21')
  const read = (...filters: Filter[]) => readDashboard(ctx, range, { filters })
  const slow = await read({ by: 'slow', key: 'lcp' })
  expect(slow.lists.pages).toEqual([{ key: '/about', n: 1, visitors: 1 }])
  expect(slow.vitals[0]).toMatchObject({ p75: 5000, samples: 1 })
  const started = await read({ by: 'goal', key: 'get-started' })
  expect(started.lists.pages).toEqual([{ key: '/contact', n: 1, visitors: 1 }])
  expect((await read({ by: 'goal', key: 'inquiry' })).totals).toMatchObject({
    visitors: { now: 0 },
    contacts: { now: 1 },
  })
  expect((await read({ by: 'goal', key: 'removed' })).totals.visitors.now).toBe(0)
  expect((await readDashboard(ctx, range)).goals).toEqual([
    { id: 'inquiry', name: 'Inquiry', conversions: 1 },
    { id: 'chat', name: 'Chat', conversions: 0 },
    { id: 'get-started', name: 'Get Started pressed', conversions: 1 },
  ])
})
