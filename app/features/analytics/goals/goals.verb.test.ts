import { expect, test } from 'vitest'

import { seededEvents, storeSeeded } from '#tests/factories/seeded-events.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readRange } from '../stats/range.ts'
import { readDashboard } from '../stats/read-dashboard.server.ts'
import { addGoal, goals, removeGoal } from './goals.server.ts'

test('without the owner goals are neither read nor changed', async () => {
  const ctx = await createTestCtx()
  await expect(goals.readAsOwner(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(addGoal(ctx, { name: 'x', kind: 'chat', path: '' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(removeGoal(ctx, { id: 'chat' })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a goal counts what came before it, alike with filters and without, until it is removed', async () => {
  const ctx = asOwner(await createTestCtx())
  await storeSeeded(ctx, seededEvents({ seed: 8, count: 500, days: 5, until: ctx.clock.now() }))
  await addGoal(ctx, { name: '  Read about us ', kind: 'page', path: 'https://agency.example/about/?x=1' })
  const range = readRange(new URLSearchParams('range=7d'), '2026-11-21')
  const whole = await readDashboard(ctx, range)
  const goal = whole.goals.find(({ name }) => name === 'Read about us')
  const about = whole.lists.pages.find(({ key }) => key === '/about')
  expect(goal?.conversions).toBe(about?.visitors)
  const filtered = await readDashboard(ctx, range, { filters: [{ by: 'goal', key: goal?.id ?? '' }] })
  expect(filtered.totals.visitors.now).toBe(goal?.conversions)
  expect(filtered.goals.find(({ id }) => id === goal?.id)?.conversions).toBe(goal?.conversions)
  await removeGoal(ctx, { id: goal?.id ?? '' })
  expect((await readDashboard(ctx, range)).goals).toHaveLength(3)
  await expect(removeGoal(ctx, { id: goal?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  [{ name: ' ', kind: 'chat', path: '' }, ['name']],
  [{ name: 'x'.repeat(61), kind: 'chat', path: '' }, ['name']],
  [{ name: 'inquiry', kind: 'chat', path: '' }, ['name']],
  [{ name: 'A page', kind: 'page', path: '' }, ['path']],
  [{ name: '', kind: 'page', path: '//other.example/' }, ['name', 'path']],
  [{ name: 'A page', kind: 'page', path: 'javascript:alert(1)' }, ['path']],
  [{ name: 'A page', kind: 'page', path: `/${'x'.repeat(300)}` }, ['path']],
] as const)('%j is refused at %j', async (input, fields) => {
  const ctx = asOwner(await createTestCtx())
  await expect(addGoal(ctx, input)).rejects.toMatchObject({
    fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])),
  })
  expect((await goals.read(ctx)).goals).toHaveLength(3)
})

test('there are at most twelve goals', async () => {
  const ctx = asOwner(await createTestCtx())
  for (let n = 3; n < 12; n += 1) await addGoal(ctx, { name: `Goal ${n}`, kind: 'chat', path: '' })
  await expect(addGoal(ctx, { name: 'One more', kind: 'chat', path: '' })).rejects.toMatchObject({
    code: 'conflict',
  })
})
