import { expect, test } from 'vitest'

import { blankEvent } from '../collect/event-fields.ts'
import { rebuildRollups } from '../rollups/rebuild-rollups.server.ts'
import { storeSeeded } from '#tests/factories/seeded-events.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { sumKeys, wholeMonths } from './key-sums.server.ts'
import { readRange } from './range.ts'

test.each([
  ['2026-01-01', '2026-03-31', ['2026-01', '2026-02', '2026-03']],
  ['2026-01-02', '2026-03-30', ['2026-02']],
  ['2025-11-23', '2026-02-28', ['2025-12', '2026-01', '2026-02']],
  ['2026-02-10', '2026-02-20', []],
  ['2028-02-01', '2028-02-28', []],
])('from %s to %s the whole months are %j', (from, to, months) => {
  expect(wholeMonths({ from, to }).map((month) => month.from.slice(0, 7))).toEqual(months)
})

test('keys add up over months, also when views come late and when days are counted anew', async () => {
  const ctx = await createTestCtx()
  const range = readRange(new URLSearchParams('range=90d'), '2026-11-21')
  const view = (day: string, path: string) => ({
    ...blankEvent('page_view', Date.parse(`${day}T09:00:00Z`)),
    visitor: `visitor-${path}`,
    path,
  })
  const read = async () =>
    Object.fromEntries(
      (await sumKeys(ctx, range)).get('path')?.map(({ key, n, visitors }) => [key, [n, visitors]]) ?? [],
    )
  await storeSeeded(
    ctx,
    ['2026-08-30', '2026-09-10', '2026-10-31', '2026-11-02'].map((day) => view(day, '/')),
  )
  expect(await read()).toEqual({ '/': [4, 4] })
  await storeSeeded(ctx, [view('2026-09-10', '/'), view('2026-10-01', '/about')])
  expect(await read()).toEqual({ '/': [5, 4], '/about': [1, 1] })
  await ctx.db.updateTable('roll_day').set({ n: 70 }).where('key', '=', '/about').execute()
  await rebuildRollups(ctx)
  expect(await read()).toEqual({ '/': [5, 4], '/about': [1, 1] })
})
