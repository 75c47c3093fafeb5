import { expect, test } from 'vitest'

import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { blankEvent } from '../collect/event-fields.ts'

import { exportPanel } from './export-panel.server.ts'
import { listPanelNames } from './panels.ts'
import { readRange } from './range.ts'
import { sumKeys } from './key-sums.server.ts'
import { listPanel, readTotals } from './read-figures.server.ts'
import { sampleDashboard } from './sample-dashboard.ts'

const range = readRange(new URLSearchParams('range=30d'), '2026-11-21')

async function exported(ctx: TestCtx, panel: string): Promise<string> {
  return wholeText(await exportPanel(ctx, panel, range))
}

test('without the owner nothing is exported, and what is no panel is not found', async () => {
  const ctx = await createTestCtx()
  await expect(exportPanel(ctx, 'pages', range)).rejects.toMatchObject({ code: 'unauthenticated' })
  for (const panel of ['', 'nonsense', 'constructor', '__proto__'])
    await expect(exportPanel(asOwner(ctx), panel, range), panel).rejects.toMatchObject({ code: 'not-found' })
})

test('every panel is a table with a heading and its rows', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, seededEvents({ seed: 9, count: 400, days: 20, until: ctx.clock.now() }))
  for (const panel of [...listPanelNames, 'totals', 'chart', 'funnel', 'vitals', 'activities']) {
    const lines = (await exported(ctx, panel)).split('\r\n')
    expect(lines[0], panel).toMatch(/^\uFEFF[A-Z]/)
    expect(lines.length, panel).toBeGreaterThan(2)
  }
  const { pageViews } = await readTotals(ctx, range, null)
  const chart = (await exported(ctx, 'chart')).split('\r\n').slice(1, -1)
  expect(chart).toHaveLength(30)
  expect(chart.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBe(pageViews.now)
})

test('thousands of keys are exported in parts, in the order of the dashboard', async () => {
  const ctx = asOwner(await createTestCtx())
  const at = { dimension: 'utm' as const, visitors: 1 }
  for (const [index, day] of ['2026-11-19', '2026-11-20', '2026-11-21'].entries()) {
    // Consecutive days share some of their keys.
    const rows = Array.from({ length: 900 }, (_, n) => ({
      ...at,
      day,
      key: `key ${n + index * 600}`,
      n: 1 + (n % 5),
    }))
    for (let from = 0; from < rows.length; from += 100)
      await ctx.db
        .insertInto('roll_day')
        .values(rows.slice(from, from + 100))
        .execute()
  }
  const parts: string[] = []
  for await (const part of await exportPanel(ctx, 'campaigns', range)) parts.push(part)
  const lines = parts.join('').split('\r\n')
  const listed = listPanel(await sumKeys(ctx, range), 'campaigns', 10_000)
  expect(listed).toHaveLength(2100)
  expect(lines.slice(1, -1)).toEqual(listed.map(({ key, n, visitors }) => `${key},${visitors},${n}`))
  expect(parts.length).toBeGreaterThan(10)
})

test('what visitors sent runs in no spreadsheet', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, [
    { ...blankEvent('page_view', ctx.clock.now()), visitor: 'x', utm: '=HYPERLINK("x")' },
  ])
  expect(await exported(ctx, 'campaigns')).toContain('"\'=HYPERLINK(""x"")",1,1')
})

test('the sample has its published totals, and its chart adds up to its totals', () => {
  const { totals, series } = sampleDashboard(range, 0)
  expect([totals.visitors.now, totals.pageViews.now, totals.contacts.now]).toEqual([1247, 3891, 89])
  expect([totals.visitors.trend, totals.pageViews.trend, totals.contacts.trend]).toEqual([
    { percent: 12 },
    { percent: 8 },
    { percent: 23 },
  ])
  expect(series.points.reduce((sum, { pageViews }) => sum + pageViews, 0)).toBe(3891)
})
