import { expect, test } from 'vitest'

import { eventually } from '#tests/support/eventually.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { findSetting, SETTINGS_TOPIC, storeSetting } from './stored-setting.server.ts'

test('what was never stored is undefined', async () => {
  const ctx = await createTestCtx()
  expect(await findSetting(ctx, 'nothing')).toBeUndefined()
})

test.each([
  ['text', 'Grüße "quoted" \\ \u0000'],
  ['number', 1.5],
  ['boolean', false],
  ['null', null],
  ['list', [1, 'two', { three: 3 }]],
  ['record', { name: 'Lumivox', tags: [] }],
])('a stored %s is found as it was', async (_kind, value) => {
  const ctx = await createTestCtx()
  await storeSetting(ctx, 'key', value)
  expect(await findSetting(ctx, 'key')).toEqual(value)
})

test('a setting stored again replaces the one before, others stay', async () => {
  const ctx = await createTestCtx()
  await storeSetting(ctx, 'key', 'first')
  await storeSetting(ctx, 'other', 'kept')
  ctx.clock.advance(1000)
  await storeSetting(ctx, 'key', 'second')
  expect([await findSetting(ctx, 'key'), await findSetting(ctx, 'other')]).toEqual(['second', 'kept'])
  expect(await ctx.db.selectFrom('setting').selectAll().orderBy('key').execute()).toEqual([
    { key: 'key', value: '"second"', updated_at: ctx.clock.now() },
    { key: 'other', value: '"kept"', updated_at: ctx.clock.now() - 1000 },
  ])
})

test('every instance is told the key once the setting is stored', async () => {
  const ctx = await createTestCtx()
  const seen: Promise<unknown>[] = []
  ctx.signals.subscribe(SETTINGS_TOPIC, (key) => seen.push(findSetting(ctx, key)))
  const failing = withTransaction(ctx, async (inside) => {
    await storeSetting(inside, 'key', 'lost')
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  await withTransaction(ctx, (inside) => storeSetting(inside, 'key', 'kept'))
  await eventually(() => expect(seen).not.toEqual([]))
  expect(await Promise.all(seen)).toEqual(['kept'])
})
