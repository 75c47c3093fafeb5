import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { pageHit, testCollector } from '#tests/factories/hit.ts'
import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { eventually } from '#tests/support/eventually.ts'
import { variablesOf } from '#tests/support/second-instance.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'
import { testEngine } from '#tests/support/test-database.ts'

import { destroyOldSalts } from '../collect/destroy-salts.job.server.ts'

import { checkRollups, lastCheck } from './check-rollups.job.server.ts'
import { deleteOldEvents } from './delete-old-events.job.server.ts'
import { rebuildRollups } from './rebuild-rollups.server.ts'

const run = { signal: new AbortController().signal }

/** Retries, as the job does, because transactions of other databases on the server may block it. */
const destroySalts = (ctx: Ctx) => eventually(() => destroyOldSalts.run(ctx, {}, run))

test('single events go after 90 whole days, what they added up to stays, also when rebuilt', async () => {
  const ctx = await createTestCtx()
  await storeSeeded(ctx, seededEvents({ seed: 3, count: 600, days: 120, until: ctx.clock.now() }))
  const rolled = () =>
    ctx.db.selectFrom('roll_day').selectAll().orderBy('dimension').orderBy('day').orderBy('key').execute()
  const before = await rolled()
  await deleteOldEvents.run(ctx, {}, run)
  const { at } = await ctx.db
    .selectFrom('event')
    .select((select) => select.fn.min<number>('at').as('at'))
    .executeTakeFirstOrThrow()
  expect(at).toBeGreaterThanOrEqual(Date.parse('2026-08-23T00:00:00Z'))
  expect(at).toBeLessThan(Date.parse('2026-08-27T00:00:00Z'))
  expect(await rolled()).toEqual(before)
  await rebuildRollups(ctx)
  expect(await rolled()).toEqual(before)
})

test('the salt of a day that is over is destroyed, with who was seen before yesterday', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/'))
  await collector.flush()
  await destroySalts(ctx)
  expect(await ctx.db.selectFrom('salt').select('day').execute()).toEqual([{ day: '2026-11-21' }])
  ctx.clock.advance(DAY)
  await destroySalts(ctx)
  expect(await ctx.db.selectFrom('salt').selectAll().execute()).toEqual([])
  expect(await ctx.db.selectFrom('seen').selectAll().execute()).not.toEqual([])
  ctx.clock.advance(DAY)
  await destroySalts(ctx)
  expect(await ctx.db.selectFrom('seen').selectAll().execute()).toEqual([])
  expect(await ctx.db.selectFrom('event').select('visitor').execute()).toHaveLength(1)
})

test('the nightly check says how many figures differ', async () => {
  const ctx = await createTestCtx()
  await storeSeeded(ctx, seededEvents({ seed: 5, count: 200, days: 6, until: ctx.clock.now() }))
  await checkRollups.run(ctx, {}, run)
  expect(await lastCheck.read(ctx)).toEqual({ at: ctx.clock.now(), drift: 0 })
  await ctx.db.deleteFrom('roll_day').where('dimension', '=', 'all').where('day', '=', '2026-11-19').execute()
  await checkRollups.run(ctx, {}, run)
  expect(await lastCheck.read(ctx)).toEqual({ at: ctx.clock.now(), drift: 1 })
  expect(ctx.logged.join('')).toContain('analytics.drift')
})

test.skipIf(testEngine === 'postgres')(
  'the files contain no byte of a destroyed salt, though they contain the hash: nobody can recompute it',
  async () => {
    const ctx = await createTestCtx()
    const collector = testCollector(ctx)
    await collector.take(pageHit('/'))
    await collector.flush()
    const { bytes } = await ctx.db.selectFrom('salt').select('bytes').executeTakeFirstOrThrow()
    const event = await ctx.db.selectFrom('event').select('visitor').executeTakeFirstOrThrow()
    const visitor = assertDefined(event.visitor, 'a page view has a visitor')
    const { DATA_DIR = '' } = await variablesOf(ctx.engine)
    const filesHold = (text: string) =>
      ['foyer.sqlite', 'foyer.sqlite-wal'].some((name) => readFileSync(join(DATA_DIR, name)).includes(text))
    expect([filesHold(bytes), filesHold(visitor)]).toEqual([true, true])
    ctx.clock.advance(DAY)
    await destroySalts(ctx)
    expect([filesHold(bytes), filesHold(visitor)]).toEqual([false, true])
  },
)

test('no dump contains a destroyed salt, though it contains the hash', async () => {
  const ctx = await createTestCtx()
  const collector = testCollector(ctx)
  await collector.take(pageHit('/'))
  await collector.flush()
  const { bytes } = await ctx.db.selectFrom('salt').select('bytes').executeTakeFirstOrThrow()
  const event = await ctx.db.selectFrom('event').select('visitor').executeTakeFirstOrThrow()
  const visitor = assertDefined(event.visitor, 'a page view has a visitor')
  const holds = async (text: string) => {
    const tables = await ctx.db.introspection.getTables()
    const rows = await Promise.all(
      tables.map(({ name }) =>
        ctx.db
          .selectFrom(name as 'event')
          .selectAll()
          .execute(),
      ),
    )
    return JSON.stringify(rows).includes(text)
  }
  expect([await holds(bytes), await holds(visitor)]).toEqual([true, true])
  ctx.clock.advance(2 * DAY)
  await destroySalts(ctx)
  expect([await holds(bytes), await holds(visitor)]).toEqual([false, true])
})

test.skipIf(testEngine === 'sqlite')(
  'PostgreSQL’s file of salts is empty once they are destroyed',
  async () => {
    const ctx = await createTestCtx()
    const size = async () => {
      const { rows } = await sql<{ size: number }>`select pg_relation_size('salt') as size`.execute(ctx.db)
      return rows[0]?.size
    }
    await testCollector(ctx).take(pageHit('/'))
    expect(await size()).toBeGreaterThan(0)
    ctx.clock.advance(DAY)
    await destroySalts(ctx)
    expect(await size()).toBe(0)
  },
)
