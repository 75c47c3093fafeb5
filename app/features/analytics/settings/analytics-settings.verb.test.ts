import { expect, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { analyticsSettings } from './analytics-settings.server.ts'

test('without the owner nothing is read or saved', async () => {
  const ctx = await createTestCtx()
  await expect(analyticsSettings.readAsOwner(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(analyticsSettings.save(ctx, { retentionDays: '30' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('there are defaults until the owner chooses; what is not ticked is off', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await analyticsSettings.readAsOwner(ctx)).toEqual({
    retentionDays: 90,
    honourPrivacy: true,
    weeklyMail: true,
  })
  await analyticsSettings.save(ctx, { retentionDays: '30', weeklyMail: 'on' })
  expect(await analyticsSettings.readAsOwner(ctx)).toEqual({
    retentionDays: 30,
    honourPrivacy: false,
    weeklyMail: true,
  })
})

test.each(['', 'x', '6', '731', '30.5', '-90', '1e9'])('%j days are refused', async (retentionDays) => {
  const ctx = asOwner(await createTestCtx())
  const refusal = await analyticsSettings.save(ctx, { retentionDays }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect(Object.keys((refusal as FieldErrors).fields)).toEqual(['retentionDays'])
})
