import { expect, test } from 'vitest'

import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { starterType } from '../types/find-meeting-types.server.ts'
import { listFreeTimes } from './find-free-times.server.ts'
import { getHours, saveHours } from './save-hours.server.ts'

async function freeDays(ctx: TestCtx): Promise<Set<string>> {
  const now = ctx.clock.now()
  const type = { ...starterType, windowDays: 60 }
  const times = await listFreeTimes(ctx, { type, range: { from: now, to: now + 60 * DAY } })
  return new Set(times.map((at) => new Date(at).toISOString().slice(0, 10)))
}

async function withHours(ctx: TestCtx, exceptions: string): Promise<void> {
  const { id } = await ctx.db.selectFrom('member').select('id').executeTakeFirstOrThrow()
  const { week } = await getHours(asOwner(ctx), id)
  const days = Object.fromEntries(week.map((hours, n) => [`day-${n}`, hours]))
  await saveHours(asOwner(ctx), { id, timeZone: 'UTC', ...days, exceptions })
}

test('days off are not offered: those of every year, ranges, and those of the business', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const first = await freeDays(ctx)
  expect([first.has('2026-12-24'), first.has('2026-12-25'), first.has('2027-01-01')]).toEqual([
    true,
    false,
    false,
  ])
  await withHours(ctx, '2026-12-28 to 2026-12-31 closed\n12-24 closed')
  const second = await freeDays(ctx)
  for (const day of ['2026-12-24', '2026-12-28', '2026-12-31']) expect(second.has(day), day).toBe(false)
  expect([second.has('2026-12-25'), second.has('2027-01-04')]).toEqual([true, true])
  await siteSettings.save(asOwner(ctx), siteSettingsFields({ closedOn: '2026-12-21\n2026-12-22' }))
  await withHours(ctx, '2026-12-22 9-10')
  const third = await freeDays(ctx)
  expect([third.has('2026-12-21'), third.has('2026-12-22')]).toEqual([false, true])
})

test('a day off that cannot be read is refused with a sentence', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  for (const text of ['25.12. closed', '2026-12-31 to 2026-12-28 closed', '13-01', '2026-12-24 late'])
    await expect(withHours(ctx, text), text).rejects.toMatchObject({
      fields: { exceptions: expect.stringContaining(`not “${text}”`) },
    })
})
