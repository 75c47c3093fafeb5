import { expect, test } from 'vitest'

import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { findDrift } from './rollups/find-drift.server.ts'
import { seedYearOfVisits } from './seed-year-of-visits.server.ts'
import { readRange } from './stats/range.ts'
import { readDashboard } from './stats/read-dashboard.server.ts'

const pages = [
  ['/', 5],
  ['/services/ai-chatbots', 3],
  ['/contact', 1],
] as const
const size = { visits: 900, days: 12 }

async function seeded(): Promise<TestCtx> {
  const ctx = asOwner(await createTestCtx())
  await seedYearOfVisits(ctx, { until: ctx.clock.now(), pages, size })
  return ctx
}

const events = (ctx: TestCtx) =>
  ctx.db
    .selectFrom('event')
    .select(['at', 'kind', 'visitor', 'path', 'referrer', 'utm', 'country', 'device', 'lcp'])
    .orderBy('at')
    .orderBy('visitor')
    .orderBy('kind')
    .orderBy('path')
    .execute()

test('seeded visits are as many as asked for, always the same, and add up to what is shown', async () => {
  const [one, other] = [await seeded(), await seeded()]
  expect(await events(one)).toEqual(await events(other))
  const range = readRange(new URLSearchParams('range=30d'), '2026-11-21')
  const { totals, lists, crawlers } = await readDashboard(one, range)
  expect(totals.visitors.now).toBe(size.visits)
  expect(lists.assistants.length).toBeGreaterThan(2)
  expect(crawlers.length).toBeGreaterThan(2)
  for (const day of ['2026-11-12', '2026-11-15', '2026-11-20']) expect(await findDrift(one, day)).toBe(0)
  const { at } = await one.db
    .selectFrom('event')
    .select((select) => select.fn.max<number>('at').as('at'))
    .executeTakeFirstOrThrow()
  expect(at).toBeLessThan(one.clock.now())
  const filtered = await readDashboard(one, range, { filters: [{ by: 'step', key: 'page' }] })
  expect(filtered.totals.visitors.now).toBe(size.visits)
})
