import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { createSignedInOwner, createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { changePassword } from './change-password.server.ts'
import { createReset } from './reset/send-password-reset.job.server.ts'
import { isResetOpen } from './reset/reset-password.server.ts'
import { createSession, findActor } from './session.server.ts'
import { signIn } from './sign-in.server.ts'
import { findChallenge } from './two-factor/complete-sign-in.server.ts'

const next = 'seven geese on a gate'
const twice = { newPassword: next, confirmPassword: next }

function signInWith(ctx: TestCtx, email: string, password: string) {
  return signIn(ctx, { fields: { email, password }, clientAddress: '203.0.113.7', userAgent: null })
}

test('without the owner no password is changed', async () => {
  const ctx = await createTestCtx()
  await expect(changePassword(ctx, { password: 'x', ...twice })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('the new password signs in and the old does not; every other way in is ended', async () => {
  const ctx = await createTestCtx()
  const { owner, id, email, password, token } = await createSignedInOwner(ctx)
  const other = await createSession(ctx, { id, userAgent: null })
  const link = await createReset(ctx, id, 'reset')
  const renewed = await changePassword(owner, { password, ...twice })
  for (const ended of [token, other]) expect(await findActor(ctx, ended)).toBeNull()
  expect(await findActor(ctx, renewed)).toEqual(owner.actor)
  expect(await isResetOpen(ctx, assertDefined(link, 'the test has made it'))).toBe(false)
  await expect(signInWith(ctx, email, password)).rejects.toHaveProperty('code')
  await signInWith(ctx, email, next)
  const mails = await ctx.db.selectFrom('email').select(['subject', 'recipients']).execute()
  expect(mails).toEqual([{ subject: 'Your password was changed · Lumivox', recipients: `["${email}"]` }])
})

test.each([
  ['wrong', { password: 'wrong horse battery', ...twice }, 'password'],
  ['not given', twice, 'password'],
  ['typed differently', { ...twice, confirmPassword: `${next}!` }, 'confirmPassword'],
  ['too short', { newPassword: 'eleven char', confirmPassword: 'eleven char' }, 'newPassword'],
  ['common', { newPassword: 'Password2026!', confirmPassword: 'Password2026!' }, 'newPassword'],
  [
    'made of the site’s name',
    { newPassword: 'lumivox12345', confirmPassword: 'lumivox12345' },
    'newPassword',
  ],
])('a password that is %s is refused by its field, and nothing changes', async (_fault, fields, field) => {
  const ctx = await createTestCtx()
  const { owner, email, password, token } = await createSignedInOwner(ctx)
  await expect(changePassword(owner, fields)).rejects.toHaveProperty(`fields.${field}`)
  expect(await findActor(ctx, token)).not.toBeNull()
  await signInWith(ctx, email, password)
  expect(await ctx.db.selectFrom('email').select('id').execute()).toEqual([])
})

test('ten wrong passwords have to wait, even for the right one', async () => {
  const ctx = await createTestCtx()
  const { owner, password } = await createSignedInOwner(ctx)
  for (let n = 0; n < 10; n += 1)
    await expect(changePassword(owner, { password: 'wrong', ...twice })).rejects.toHaveProperty(
      'fields.password',
    )
  await expect(changePassword(owner, { password, ...twice })).rejects.toMatchObject({ code: 'too-many' })
  ctx.clock.advance(15 * MINUTE)
  await changePassword(owner, { password, ...twice })
})

test('with two-factor sign-in a code is asked for too, it stays on, and a sign-in halfway done is void', async () => {
  const ctx = await createTestCtx()
  const { owner, email, password, codeNow } = await createTwoFactorOwner(ctx)
  await expect(changePassword(owner, { password, ...twice })).rejects.toHaveProperty('fields.code')
  const halfway = await signInWith(ctx, email, password)
  await changePassword(owner, { password, code: codeNow(), ...twice })
  expect(await findChallenge(ctx, halfway.token)).toBeNull()
  expect(await signInWith(ctx, email, next)).toMatchObject({ kind: 'challenge' })
})
