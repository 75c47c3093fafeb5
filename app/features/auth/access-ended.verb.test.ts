import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { readOwnFeed, renewOwnFeed } from '#app/features/bookings/feed/own-feed.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { changePassword } from './change-password.server.ts'
import { resetOwner } from './reset-owner.server.ts'
import { resetPassword } from './reset/reset-password.server.ts'
import { createReset } from './reset/send-password-reset.job.server.ts'
import { createToken, findTokenActor } from './tokens/tokens.server.ts'

const next = 'seven geese on a gate'
const twice = { newPassword: next, confirmPassword: next }

/** Returns an owner with a token and a calendar feed, and a way to see whether they still work. */
async function ownerWithAccess() {
  const ctx = await createTestCtx()
  const { owner, id, password } = await createSignedInOwner(ctx)
  const { token } = await withAccess(owner)
  const works = async () => [await isToken(ctx, token), (await readOwnFeed(owner)) !== null]
  return { ctx, owner, id, password, works }
}

async function withAccess(ctx: Ctx) {
  await renewOwnFeed(ctx)
  return createToken(ctx, { name: 'Reports', role: 'viewer', days: '30' })
}

async function isToken(ctx: Ctx, token: string): Promise<boolean> {
  return (await findTokenActor(ctx, token)) !== null
}

test('a reset of the password by a mailed link ends API tokens and the calendar feed', async () => {
  const { ctx, id, works } = await ownerWithAccess()
  expect(await works()).toEqual([true, true])
  const token = assertDefined(await createReset(ctx, id, 'reset'), 'the test has made it')
  await resetPassword(ctx, { fields: { token, ...twice }, clientAddress: '203.0.113.7' })
  expect(await works()).toEqual([false, false])
})

test('owner:reset ends API tokens and the calendar feed of that member alone', async () => {
  const { ctx, works } = await ownerWithAccess()
  const colleague = asOwner(ctx, (await createTestMember(ctx, { role: 'sales' })).actor)
  const { token } = await withAccess(colleague)
  expect((await resetOwner(ctx)).join()).toContain('API tokens')
  expect(await works()).toEqual([false, false])
  expect(await isToken(ctx, token)).toBe(true)
  expect(await readOwnFeed(colleague)).not.toBeNull()
})

test('members who change their own password keep both', async () => {
  const { owner, password, works } = await ownerWithAccess()
  await changePassword(owner, { password, ...twice })
  expect(await works()).toEqual([true, true])
})
