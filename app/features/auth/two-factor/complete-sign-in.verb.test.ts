import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createVault } from '#app/platform/crypto/vault.server.ts'
import { createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { createSession, findActor } from '../session.server.ts'
import { signIn } from '../sign-in.server.ts'

import { completeSignIn, findChallenge } from './complete-sign-in.server.ts'

const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'

async function firstStep(ctx: TestCtx, account: { email: string; password: string }): Promise<string> {
  const fields = { email: account.email, password: account.password }
  const { kind, token } = await signIn(ctx, { fields, clientAddress: '203.0.113.7', userAgent })
  expect(kind).toBe('challenge')
  return token
}

function secondStep(ctx: TestCtx, challenge: string, code: string): Promise<string> {
  return completeSignIn(ctx, { challenge, code, userAgent })
}

const wrong = { code: 'unauthenticated', message: expect.stringContaining('is wrong or was already used') }

test('the password opens no session, password and code do', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  expect(await findActor(ctx, challenge)).toBeNull()
  const token = await secondStep(ctx, challenge, account.codeNow())
  expect(await findActor(ctx, token)).toMatchObject({ memberId: account.id })
  expect(await findChallenge(ctx, challenge)).toBeNull()
})

test('the browser’s former session ends with the new one', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  await completeSignIn(ctx, { challenge, code: account.codeNow(), userAgent, replaces: account.token })
  expect(await findActor(ctx, account.token)).toBeNull()
})

test('a code works once, also within its half minute and for another sign-in', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const code = account.codeNow()
  const [one, two] = [await firstStep(ctx, account), await firstStep(ctx, account)]
  await secondStep(ctx, one, code)
  await expect(secondStep(ctx, one, code)).rejects.toMatchObject({ code: 'expired' })
  await expect(secondStep(ctx, two, code)).rejects.toMatchObject(wrong)
  ctx.clock.advance(30 * SECOND)
  await expect(secondStep(ctx, two, code)).rejects.toMatchObject(wrong)
  await secondStep(ctx, two, account.codeNow())
})

test('the code that confirmed the key does not sign in', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  ctx.clock.advance(-30 * SECOND)
  await expect(secondStep(ctx, challenge, account.codeNow())).rejects.toMatchObject(wrong)
})

test('of several who send one code at the same moment one is let in', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const code = account.codeNow()
  const challenges = [
    await firstStep(ctx, account),
    await firstStep(ctx, account),
    await firstStep(ctx, account),
  ]
  const outcomes = await Promise.allSettled(challenges.map((challenge) => secondStep(ctx, challenge, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code signs in once, however it is typed, and a mail tells how many are left', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const [code = ''] = account.recoveryCodes
  const challenge = await firstStep(ctx, account)
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
  expect(await findActor(ctx, await secondStep(ctx, challenge, typed))).not.toBeNull()
  const { props, subject } = await ctx.db
    .selectFrom('email')
    .select(['props', 'subject'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(subject).toBe('A recovery code was used · Lumivox')
  expect(JSON.parse(props)).toMatchObject({ codesLeft: 9 })
  await expect(secondStep(ctx, await firstStep(ctx, account), code)).rejects.toMatchObject(wrong)
})

test('what is no code of this account is refused', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  const guess = account.codeNow() === '000000' ? '000001' : '000000'
  for (const code of ['', ' ', guess, '12345', 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', "' or 1=1 --"])
    await expect(secondStep(ctx, challenge, code), code).rejects.toMatchObject(wrong)
})

test('ten wrong codes, then the account has to wait, whatever browser asks', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  for (let n = 0; n < 10; n += 1)
    await expect(secondStep(ctx, challenge, 'wrong')).rejects.toMatchObject(wrong)
  const late = await firstStep(ctx, account)
  await expect(secondStep(ctx, late, account.codeNow())).rejects.toMatchObject({
    code: 'too-many',
    retryAfter: 900,
  })
  ctx.clock.advance(15 * MINUTE)
  await secondStep(ctx, await firstStep(ctx, account), account.codeNow())
})

test('the second step has five minutes, and needs the browser of the first', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  const stored = await ctx.db.selectFrom('sign_in_challenge').select('token_hash').executeTakeFirstOrThrow()
  for (const other of ['', 'unknown', stored.token_hash])
    await expect(secondStep(ctx, other, account.codeNow())).rejects.toMatchObject({ code: 'expired' })
  ctx.clock.advance(5 * MINUTE)
  await expect(secondStep(ctx, challenge, account.codeNow())).rejects.toMatchObject({ code: 'expired' })
})

test('a wrong password gets the answer it always got', async () => {
  const ctx = await createTestCtx()
  const { email } = await createTwoFactorOwner(ctx)
  const fields = { email, password: 'wrong horse battery' }
  await expect(signIn(ctx, { fields, clientAddress: '203.0.113.7', userAgent })).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'Invalid email or password',
  })
  expect(await ctx.db.selectFrom('sign_in_challenge').selectAll().execute()).toEqual([])
})

test('under another APP_SECRET the app’s codes cannot be checked, and the recovery codes still sign in', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const moved = { ...ctx, vault: createVault('another secret for tests, long enough') }
  const challenge = await firstStep(moved, account)
  await expect(secondStep(moved, challenge, account.codeNow())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('owner:reset'),
  })
  await secondStep(moved, challenge, assertDefined(account.recoveryCodes[1], 'the test has made it'))
})

test('a session’s token is no challenge, nor the other way about', async () => {
  const ctx = await createTestCtx()
  const account = await createTwoFactorOwner(ctx)
  const challenge = await firstStep(ctx, account)
  const session = await createSession(ctx, { id: account.id, userAgent })
  expect(await findChallenge(ctx, session)).toBeNull()
  expect(await findActor(ctx, challenge)).toBeNull()
})
