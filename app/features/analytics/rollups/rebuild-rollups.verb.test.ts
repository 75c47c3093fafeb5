import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { createSecondInstance } from '#tests/support/second-instance.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { blankEvent } from '../collect/event-fields.ts'
import { storeEvents } from '../collect/store-events.server.ts'

import { findDrift } from './find-drift.server.ts'
import { recountDay } from './rebuild-rollups.server.ts'

const DAY = '2026-11-20'
const DAY_START = Date.parse(`${DAY}T00:00:00Z`)

const view = (at: number, visitor: string, path: string) => ({
  ...blankEvent('page_view', at),
  id: newId(),
  visitor,
  path,
})

const daySums = (ctx: Ctx) =>
  ctx.db
    .selectFrom('roll_day')
    .selectAll()
    .where('day', '=', DAY)
    .where('n', '>', 0)
    .orderBy('dimension')
    .orderBy('key')
    .execute()

/** Leaves out visitors, who are counted in the hour in which they were first seen. */
const hourSums = (ctx: Ctx) =>
  ctx.db
    .selectFrom('roll_hour')
    .selectAll()
    .where('kind', '!=', 'visitor')
    .orderBy('hour')
    .orderBy('kind')
    .execute()

test('hits during a recount are counted once, before and after the position that it has reached', async () => {
  const ctx = await createTestCtx()
  const seeded = seededEvents({ seed: 8, count: 1500, days: 1, until: DAY_START + 86_399_000 })
  await storeSeeded(ctx, seeded, 500)
  await ctx.db.updateTable('roll_day').set({ n: 4242 }).where('dimension', '=', 'all').execute()
  const recounting = recountDay(ctx, DAY)
  let isDone = false
  const done = recounting.then(() => (isDone = true))
  let came = 0
  for (; !isDone; came += 1) {
    const [early, late] = [DAY_START + came, DAY_START + 86_000_000 + came]
    await storeEvents(ctx, [
      view(early, `visitor-${came % 50}`, '/early'),
      view(late, `other-${came % 3}`, '/late'),
    ])
    await new Promise((resolve) => setTimeout(resolve))
  }
  await done
  expect(came).toBeGreaterThan(3)
  expect(await findDrift(ctx, DAY)).toBe(0)
  await storeEvents(ctx, [view(DAY_START + 5, 'visitor-1', '/early'), view(DAY_START + 5, 'new', '/early')])
  expect(await findDrift(ctx, DAY)).toBe(0)
  const { n } = await ctx.db
    .selectFrom('roll_day')
    .select('n')
    .where('dimension', '=', 'path')
    .where('key', '=', '/late')
    .executeTakeFirstOrThrow()
  expect(n).toBe(came)
  const [days, hours] = [await daySums(ctx), await hourSums(ctx)]
  await recountDay(ctx, DAY)
  expect([await daySums(ctx), await hourSums(ctx)]).toEqual([days, hours])
})

test('of two concurrent recounts of a day the later one continues, and the figures are right', async () => {
  const ctx = await createTestCtx()
  const other = await createSecondInstance(ctx)
  await storeSeeded(ctx, seededEvents({ seed: 9, count: 900, days: 1, until: DAY_START + 86_399_000 }), 450)
  const outcomes = await Promise.allSettled([recountDay(ctx, DAY), recountDay(other, DAY)])
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  expect(await findDrift(ctx, DAY)).toBe(0)
  expect(await ctx.db.selectFrom('roll_draft').selectAll().execute()).toEqual([])
})

test('an interrupted recount leaves nothing behind once the day is counted again', async () => {
  const ctx = await createTestCtx()
  await storeSeeded(ctx, seededEvents({ seed: 10, count: 900, days: 1, until: DAY_START + 86_399_000 }), 450)
  const dying = { ...ctx, site: failingAfter(3, ctx.site) }
  await expect(recountDay(dying, DAY)).rejects.toThrow('killed')
  expect(await ctx.db.selectFrom('roll_draft').select('key').execute()).not.toEqual([])
  expect(await findDrift(ctx, DAY)).toBe(0)
  await recountDay(ctx, DAY)
  expect(await findDrift(ctx, DAY)).toBe(0)
  expect(await ctx.db.selectFrom('roll_draft').selectAll().execute()).toEqual([])
  const labels = await ctx.db.selectFrom('seen').select('day').distinct().execute()
  expect(labels).toHaveLength(1)
})

/** Fails as if the process were killed at the n-th call. */
function failingAfter(n: number, site: Ctx['site']): Ctx['site'] {
  let asked = 0
  return async (ctx) => {
    asked += 1
    if (asked > n) throw new Error('killed')
    return site(ctx)
  }
}
