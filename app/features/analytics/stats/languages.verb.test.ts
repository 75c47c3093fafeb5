import { expect, test } from 'vitest'

import { addLanguage, removeLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { changeMainLanguage } from '#app/features/site/languages/change-main-language.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { pageHit, testCollector, testVisitor } from '#tests/factories/hit.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { foldOutbox } from '../collect/event-outbox.server.ts'
import { findDrift } from '../rollups/find-drift.server.ts'
import { readToday } from '../visits/today.server.ts'
import { packDay, unpackDay } from '../visits/day-visits.ts'
import { packDays } from '../visits/pack-days.job.server.ts'

import { exportPanel } from './export-panel.server.ts'
import { readRange } from './range.ts'
import { readDashboard } from './read-dashboard.server.ts'

const week = readRange(new URLSearchParams('range=7d'), '2026-11-21')

async function read(ctx: TestCtx, ...hits: [url: string, visitor: number, hit?: object][]) {
  const collector = testCollector(ctx)
  for (const [url, visitor, hit] of hits)
    await collector.take(
      pageHit(url, {
        visitor: testVisitor({ clientAddress: `203.0.113.${visitor}` }),
        ...(hit && { hit }),
      }),
    )
  await collector.flush()
}

async function languagesIn(ctx: TestCtx, filters: Parameters<typeof readDashboard>[2] = {}) {
  const { lists } = await readDashboard(ctx, week, filters)
  return lists.languages.map(({ key, n, visitors }) => [key, n, visitors])
}

/** Two days: one with one language, one with two. */
async function createVisits() {
  const ctx = asOwner(await createTestCtx())
  ctx.clock.advance(-DAY)
  await read(ctx, ['/', 1], ['/about', 1], ['/', 2])
  ctx.clock.advance(DAY)
  await addLanguage(ctx, 'de')
  await read(ctx, ['/', 1], ['/de', 1], ['/de/about?utm_source=news', 1], ['/de/kontakt', 3])
  return ctx
}

test('visits are told apart by the language of the address, and earlier ones are in the main language', async () => {
  const ctx = await createVisits()
  expect(await languagesIn(ctx)).toEqual([
    ['en', 4, 3],
    ['de', 3, 2],
  ])
  for (const day of ['2026-11-20', '2026-11-21']) expect(await findDrift(ctx, day)).toBe(0)
  const csv = await wholeText(await exportPanel(ctx, 'languages', week))
  expect(csv).toBe('\uFEFFLanguage,Visitors,Page views\r\nEnglish,3,4\r\nGerman,2,3\r\n')
})

test('filtered by a language, the figures are those of its visits, today and on packed days', async () => {
  const ctx = await createVisits()
  const german = { filters: [{ by: 'language' as const, key: 'de' }] }
  const english = { filters: [{ by: 'language' as const, key: 'en' }] }
  await packDays.run(ctx, {}, { signal: new AbortController().signal })
  expect((await readDashboard(ctx, week, german)).totals).toMatchObject({
    visitors: { now: 2 },
    pageViews: { now: 4 },
  })
  expect((await readDashboard(ctx, week, english)).totals).toMatchObject({ visitors: { now: 3 } })
  expect(await languagesIn(ctx, german)).toEqual([
    ['de', 3, 2],
    ['en', 1, 1],
  ])
  const csv = await wholeText(await exportPanel(ctx, 'languages', week, german))
  expect(csv).toContain('German,2,3\r\nEnglish,1,1')
})

test('a day that was packed before languages were told apart is read as one of the main language', async () => {
  const ctx = await createVisits()
  const day = await readToday(ctx, '2026-11-21', 'UTC')
  const packed = Buffer.from(packDay(day))
  expect(unpackDay(packed).languages).toEqual([null, 'en', 'de'])
  const end = 4 + packed.readUInt32LE(0)
  const [keys, lengths] = JSON.parse(packed.toString('utf8', 4, end)) as [unknown[], number[]]
  const head = Buffer.from(JSON.stringify([keys.slice(0, 6), lengths.slice(0, -1)]))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const before = Buffer.concat([length, head, packed.subarray(end)])
  const { languages, originLanguage, inp, originDevice } = unpackDay(before)
  expect(languages).toEqual([null])
  expect([...originLanguage]).toEqual([...originDevice].map(() => 0))
  expect([...inp]).toEqual([...day.inp])
})

test('a site with one language has no such panel, and its visits follow the name of the main one', async () => {
  const ctx = asOwner(await createTestCtx())
  await read(ctx, ['/', 1])
  expect(await languagesIn(ctx)).toEqual([])
  await changeMainLanguage(ctx, 'fr')
  await addLanguage(ctx, 'de')
  expect(await languagesIn(ctx)).toEqual([['fr', 1, 1]])
  await read(ctx, ['/de', 2])
  await removeLanguage(ctx, 'de')
  expect(await languagesIn(ctx)).toEqual([
    ['de', 1, 1],
    ['fr', 1, 1],
  ])
})

test('services and the contact page count in the language of their page', async () => {
  const ctx = asOwner(await createTestCtx())
  await addLanguage(ctx, 'de')
  await read(
    ctx,
    ['/de/services/ai-chatbots', 1],
    ['/de/services/ai-chatbots', 1, { g: true }],
    ['/de/contact', 1],
  )
  await ctx.recordEvent(ctx, { kind: 'contact_form', visitor: null, page: '/de/contact' })
  await foldOutbox(ctx)
  const { funnel, lists, activities } = await readDashboard(ctx, week)
  expect(funnel.map(({ visitors }) => visitors)).toEqual([1, 1, 1, 1])
  expect(lists.services).toMatchObject([{ key: 'ai-chatbots', n: 1 }])
  expect(activities.map(({ path }) => path)).toContain('/de/contact')
  const german = { filters: [{ by: 'language' as const, key: 'de' }] }
  const filtered = await readDashboard(ctx, week, german)
  expect(filtered.funnel).toEqual(funnel)
  expect(filtered.totals.contacts.now).toBe(1)
  const english = { filters: [{ by: 'language' as const, key: 'en' }] }
  expect((await readDashboard(ctx, week, english)).totals.contacts.now).toBe(0)
})
