import { expect, test } from 'vitest'

import { forgetAddress } from '#app/platform/audit/record-repeated.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { newDeviceToken } from './known-device.server.ts'
import { hashPassword } from './password.server.ts'
import { recordAttempt } from './record-refusal.server.ts'
import { findActor } from './session.server.ts'
import { signIn } from './sign-in.server.ts'
import { storePassword } from './store-password.server.ts'

type Fields = { email?: string; password?: string }

/** Signs in without two-factor sign-in, and returns the session's token. */
async function attempt(ctx: TestCtx, fields: Fields, clientAddress = '203.0.113.7'): Promise<string> {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
  const { kind, token } = await signIn(ctx, { fields, clientAddress, userAgent })
  expect(kind).toBe('session')
  return token
}

async function refusalOf(work: Promise<unknown>) {
  const outcome = await work.then(
    () => ({ code: 'let in' }),
    (error: unknown) => error as { code: string; message: string },
  )
  return { ...outcome, message: 'message' in outcome ? outcome.message : '' }
}

test('the right password opens a session', async () => {
  const ctx = await createTestCtx()
  const { id, email, password } = await createTestOwner(ctx)
  const token = await attempt(ctx, { email, password })
  expect(await findActor(ctx, token)).toMatchObject({ memberId: id, email })
  const sessions = await ctx.db.selectFrom('session').select(['member_id', 'device']).execute()
  expect(sessions).toEqual([{ member_id: id, device: 'Firefox on Windows' }])
})

test('the address is read in any case and with spaces around it, the password exactly', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  await attempt(ctx, { email: `  ${email.toUpperCase()} `, password })
  await expect(attempt(ctx, { email, password: password.toUpperCase() })).rejects.toHaveProperty('code')
  await expect(attempt(ctx, { email, password: ` ${password}` })).rejects.toHaveProperty('code')
})

test('each sign-in has a session and a token of its own', async () => {
  const ctx = await createTestCtx()
  const account = await createTestOwner(ctx)
  const [one, other] = [await attempt(ctx, account), await attempt(ctx, account)]
  expect(one).not.toBe(other)
  expect(await findActor(ctx, one)).not.toBeNull()
  expect(await findActor(ctx, other)).not.toBeNull()
})

test('a wrong password, an unknown address and nothing at all are refused alike', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  const refused = { code: 'unauthenticated', message: 'Invalid email or password' }
  const wrong: Fields[] = [
    { email, password: 'wrong horse battery' },
    { email: 'stranger@agency.test', password },
    { email, password: '' },
    { email, password: 'x'.repeat(100_000) },
    { email: `${'x'.repeat(300)}@agency.test`, password },
    {},
  ]
  for (const fields of wrong) expect(await refusalOf(attempt(ctx, fields))).toMatchObject(refused)
  expect(await ctx.db.selectFrom('session').selectAll().execute()).toEqual([])
})

test('with no owner at all everyone is refused', async () => {
  const ctx = await createTestCtx()
  const refusal = await refusalOf(attempt(ctx, { email: 'a@agency.test', password: 'correct horse' }))
  expect(refusal.code).toBe('unauthenticated')
})

test('ten wrong tries from an address, then it has to wait even with the right password', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  for (let n = 0; n < 10; n += 1)
    expect(await refusalOf(attempt(ctx, { email: `a${n}@agency.test`, password: 'wrong' }))).toMatchObject({
      code: 'unauthenticated',
    })
  expect(await refusalOf(attempt(ctx, { email, password }))).toMatchObject({
    code: 'too-many',
    retryAfter: 900,
  })
  expect(await refusalOf(attempt(ctx, { email, password }, '203.0.113.8'))).toMatchObject({ code: 'let in' })
  ctx.clock.advance(15 * MINUTE)
  await attempt(ctx, { email, password })
})

test('thirty wrong tries for an account, then it has to wait wherever one asks from', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  for (let n = 0; n < 30; n += 1)
    await refusalOf(attempt(ctx, { email: email.toUpperCase(), password: 'wrong' }, `203.0.113.${n}`))
  expect(await refusalOf(attempt(ctx, { email, password }, '198.51.100.1'))).toMatchObject({
    code: 'too-many',
    retryAfter: 900,
  })
  ctx.clock.advance(15 * MINUTE)
  await attempt(ctx, { email, password }, '198.51.100.1')
})

test('an unknown account is throttled like a known one', async () => {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  const stranger = { email: 'stranger@agency.test', password: 'wrong' }
  for (let n = 0; n < 30; n += 1) await refusalOf(attempt(ctx, stranger, `203.0.113.${n}`))
  expect(await refusalOf(attempt(ctx, stranger, '198.51.100.1'))).toMatchObject({ code: 'too-many' })
})

test('a sign-in that succeeds forgets the wrong tries before it', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 9; n += 1)
      expect(await refusalOf(attempt(ctx, { email, password: 'wrong' }))).toMatchObject({
        code: 'unauthenticated',
      })
    await attempt(ctx, { email, password })
  }
  expect(await ctx.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('a sign-in with the old password that is under way while it changes leaves no session open', async () => {
  const ctx = await createTestCtx()
  const { id, email, password } = await createTestOwner(ctx)
  const passwordHash = await hashPassword(ctx, 'seven geese on a gate')
  // Changes the password after the old one is verified and before the session is opened.
  const changing: TestCtx = {
    ...ctx,
    admission: {
      ...ctx.admission,
      passwords: {
        ...ctx.admission.passwords,
        async run(from, work) {
          const result = await ctx.admission.passwords.run(from, work)
          await withTransaction(ctx, (inside) => storePassword(inside, id, { passwordHash }))
          return result
        },
      },
    },
  }
  const [outcome] = await Promise.allSettled([attempt(changing, { email, password })])
  expect(await ctx.db.selectFrom('session').selectAll().execute()).toEqual([])
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unauthenticated' } })
})

async function entriesOf(ctx: TestCtx, kind: 'owner.sign_in_throttled' | 'owner.reset_asked') {
  const found = ctx.db.selectFrom('audit_entry').selectAll().where('kind', '=', kind)
  return found.orderBy('times').execute()
}

test('who is kept waiting is in the audit log, each address under a keyed hash, which an erasure takes out', async () => {
  const ctx = await createTestCtx()
  const { email } = await createTestOwner(ctx)
  const tryIt = (address: string) =>
    refusalOf(attempt(ctx, { email: address, password: 'wrong' }, '203.0.113.9'))
  for (let n = 0; n < 10; n += 1) await tryIt(email)
  await tryIt(` ${email.toUpperCase()}`)
  await tryIt(email)
  await tryIt('ada@strangers.example')
  const entries = await entriesOf(ctx, 'owner.sign_in_throttled')
  expect(entries.map(({ times }) => times)).toEqual([1, 2])
  for (const { subject_id, subject_title, search, device } of entries) {
    expect(subject_title).toBe(`address ${subject_id}`)
    expect(search).toContain(subject_id?.toLowerCase())
    expect(device).toBe('Firefox on Windows')
  }
  expect(JSON.stringify(entries)).not.toMatch(/strangers|203\.0/)

  await forgetAddress(ctx, 'Ada@strangers.example')
  const left = await entriesOf(ctx, 'owner.sign_in_throttled')
  const gone = entries.find(({ times }) => times === 1)?.subject_id
  expect(left.map(({ times }) => times)).toEqual([1, 2])
  expect(JSON.stringify(left).toLowerCase()).not.toContain(String(gone).toLowerCase())
})

test('strangers make twenty rows a quarter of an hour at most, and one more that counts', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 25; n += 1)
    await recordAttempt(ctx, 'owner.reset_asked', { email: `a${n}@agency.test` })
  await recordAttempt(ctx, 'owner.reset_asked', { email: 'a3@agency.test' })
  const entries = await entriesOf(ctx, 'owner.reset_asked')
  expect(entries.filter(({ subject_id }) => subject_id !== null)).toHaveLength(20)
  expect(entries.filter(({ subject_id }) => subject_id === null).map(({ times }) => times)).toEqual([5])
  ctx.clock.advance(15 * MINUTE)
  await recordAttempt(ctx, 'owner.reset_asked', { email: 'a30@agency.test' })
  expect(await entriesOf(ctx, 'owner.reset_asked')).toHaveLength(22)
})

test('strangers who use up all tries do not lock out a browser that has signed in before', async () => {
  const ctx = await createTestCtx()
  const { email, password } = await createTestOwner(ctx)
  const device = newDeviceToken(ctx, email)
  const from = (clientAddress: string, given: { password: string; device?: string | null }) =>
    signIn(ctx, {
      fields: { email, password: given.password },
      clientAddress,
      userAgent: null,
      device: given.device ?? null,
    })
  for (let n = 0; n < 40; n += 1) await refusalOf(from(`203.0.113.${n}`, { password: 'wrong' }))
  expect(await refusalOf(from('198.51.100.1', { password }))).toMatchObject({ code: 'too-many' })
  expect(await from('203.0.113.7', { password, device })).toMatchObject({ kind: 'session' })
  // Forged tokens, and those of another account, count as a stranger's.
  for (const forged of [
    newDeviceToken(ctx, 'other@example.com'),
    // Changes a character in the middle, because some bits of the last one are unused.
    `${device.slice(0, 50)}${device[50] === 'A' ? 'B' : 'A'}${device.slice(51)}`,
    device.slice(0, 43),
  ])
    expect(await refusalOf(from('198.51.100.2', { password, device: forged }))).toMatchObject({
      code: 'too-many',
    })
})

test('a known browser has ten tries of its own, and uses up nobody else’s', async () => {
  const ctx = await createTestCtx()
  const account = await createTestOwner(ctx)
  const device = newDeviceToken(ctx, account.email)
  const tryWith = (fields: Fields) =>
    refusalOf(signIn(ctx, { fields, clientAddress: '203.0.113.7', userAgent: null, device }))
  for (let n = 0; n < 10; n += 1)
    expect(await tryWith({ ...account, password: 'wrong' })).toMatchObject({ code: 'unauthenticated' })
  expect(await tryWith(account)).toMatchObject({ code: 'too-many' })
  await attempt(ctx, account)
})

test('an address with characters that no database stores is refused like a wrong one', async () => {
  const ctx = await createTestCtx()
  for (const email of ['a\0@example.com', '\uD800@example.com'])
    await expect(attempt(ctx, { email, password: 'x' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid|unauthenticated)$/),
    })
})
