import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { MINUTE, SECOND } from '#app/platform/clock.ts'
import { createSignedInOwner, createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { appCode } from '#tests/support/app-code.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { createSession, findActor } from '../session.server.ts'

import { beginTwoFactor, confirmTwoFactor, resumeEnrolment } from './enrol-two-factor.server.ts'
import { readTwoFactor, renewRecoveryCodes, turnOffTwoFactor } from './manage-two-factor.server.ts'

async function noticesOf(ctx: TestCtx) {
  const emails = await ctx.db.selectFrom('email').select(['subject', 'recipients']).orderBy('id').execute()
  return emails.map(({ subject, recipients }) => [subject, recipients])
}

test('without the owner nothing is read or changed', async () => {
  const ctx = await createTestCtx()
  const given = { password: 'x', code: '123456', ticket: '' }
  for (const verb of [readTwoFactor, beginTwoFactor, confirmTwoFactor, renewRecoveryCodes, turnOffTwoFactor])
    await expect(verb(ctx, given), verb.name).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('it is on once a code shows that the app has the key, and not before', async () => {
  const ctx = await createTestCtx()
  const { owner, password, email } = await createSignedInOwner(ctx)
  expect(await readTwoFactor(owner)).toBeNull()
  const { ticket, typedKey, qr } = await beginTwoFactor(owner, { password })
  expect(typedKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  expect(qr.size).toBeGreaterThan(30)
  expect(await readTwoFactor(owner)).toBeNull()
  await expect(confirmTwoFactor(owner, { ticket, code: '000000' })).rejects.toHaveProperty('fields.code')
  expect(await resumeEnrolment(owner, ticket)).toEqual({ ticket, typedKey, qr })
  const code = appCode(typedKey, ctx.clock.now())
  const { codes } = await confirmTwoFactor(owner, { ticket, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  expect(new Set(codes).size).toBe(10)
  for (const recoveryCode of codes) expect(recoveryCode).toMatch(/^([2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
  expect(await readTwoFactor(owner)).toEqual({ enabledAt: ctx.clock.now(), codesLeft: 10 })
  expect(await noticesOf(ctx)).toEqual([['Two-factor sign-in is on · Lumivox', `["${email}"]`]])
})

test('key and recovery codes are nowhere in the database as they are', async () => {
  const ctx = await createTestCtx()
  const { owner, password, id } = await createSignedInOwner(ctx)
  const { ticket, typedKey } = await beginTwoFactor(owner, { password })
  const code = appCode(typedKey, ctx.clock.now())
  const { codes } = await confirmTwoFactor(owner, { ticket, code })
  const rows = [
    await ctx.db.selectFrom('two_factor').selectAll().execute(),
    await ctx.db.selectFrom('recovery_code').selectAll().execute(),
    await ctx.db.selectFrom('email').selectAll().execute(),
  ]
  const stored = JSON.stringify(rows) + ctx.logged.join('')
  for (const secret of [
    typedKey,
    typedKey.replaceAll(' ', ''),
    ...codes,
    ...codes.map((text) => text.replaceAll('-', '')),
  ])
    expect(stored).not.toContain(secret)
  const { sealed } = await ctx.db.selectFrom('two_factor').select('sealed').executeTakeFirstOrThrow()
  expect(ctx.vault.open(`two_factor:${id}`, sealed)).toBe(typedKey.replaceAll(' ', ''))
  expect(() => ctx.vault.open('two_factor:another', sealed)).toThrow('cannot be read')
})

test('a wrong password begins nothing, and ten of them have to wait', async () => {
  const ctx = await createTestCtx()
  const { owner, password } = await createSignedInOwner(ctx)
  for (let n = 0; n < 10; n += 1)
    await expect(beginTwoFactor(owner, { password: 'wrong' })).rejects.toHaveProperty('fields.password')
  const failed = ctx.db.selectFrom('audit_entry').select(['actor_email', 'times'])
  expect(await failed.where('kind', '=', 'owner.proof_failed').execute()).toEqual([
    { actor_email: owner.actor?.email, times: 10 },
  ])
  await expect(beginTwoFactor(owner, { password })).rejects.toMatchObject({
    code: 'too-many',
    retryAfter: 900,
  })
  ctx.clock.advance(15 * MINUTE)
  await beginTwoFactor(owner, { password })
})

test('what was begun holds for a quarter of an hour, in the session that began it', async () => {
  const ctx = await createTestCtx()
  const { owner, password, id } = await createSignedInOwner(ctx)
  const { ticket, typedKey } = await beginTwoFactor(owner, { password })
  const other = await findActor(ctx, await createSession(ctx, { id, userAgent: null }))
  if (!other) throw new Error('The session was just opened.')
  const code = () => appCode(typedKey, ctx.clock.now())
  const expired = { code: 'expired' }
  await expect(confirmTwoFactor(asOwner(ctx, other), { ticket, code: code() })).rejects.toMatchObject(expired)
  await expect(confirmTwoFactor(owner, { ticket: 'v1.x', code: code() })).rejects.toMatchObject(expired)
  await expect(confirmTwoFactor(owner, { ticket: '', code: code() })).rejects.toMatchObject(expired)
  ctx.clock.advance(15 * MINUTE)
  await expect(confirmTwoFactor(owner, { ticket, code: code() })).rejects.toMatchObject(expired)
  await expect(resumeEnrolment(owner, ticket)).rejects.toMatchObject(expired)
})

test('while it is on it cannot be begun or confirmed again: the key in use stays', async () => {
  const ctx = await createTestCtx()
  const { owner, password } = await createSignedInOwner(ctx)
  const [one, two] = [await beginTwoFactor(owner, { password }), await beginTwoFactor(owner, { password })]
  const codeOf = ({ typedKey }: { typedKey: string }) => appCode(typedKey, ctx.clock.now())
  await confirmTwoFactor(owner, { ticket: one.ticket, code: codeOf(one) })
  const conflict = { code: 'conflict' }
  await expect(confirmTwoFactor(owner, { ticket: two.ticket, code: codeOf(two) })).rejects.toMatchObject(
    conflict,
  )
  await expect(beginTwoFactor(owner, { password })).rejects.toMatchObject(conflict)
  expect((await readTwoFactor(owner))?.codesLeft).toBe(10)
})

test('turning it on, off and asking for codes ends all other sessions and renews the token of this one', async () => {
  const ctx = await createTestCtx()
  const { owner, id, password, token, codeNow } = await createTwoFactorOwner(ctx)
  const expectRenewed = async (before: string, after: string, other: string) => {
    expect(await findActor(ctx, before)).toBeNull()
    expect(await findActor(ctx, other)).toBeNull()
    expect(await findActor(ctx, after)).toMatchObject({ sessionId: owner.actor?.sessionId })
  }
  let other = await createSession(ctx, { id, userAgent: null })
  const renewed = await renewRecoveryCodes(owner, { password, code: codeNow() })
  await expectRenewed(token, renewed.token, other)
  other = await createSession(ctx, { id, userAgent: null })
  ctx.clock.advance(30 * SECOND)
  const last = await turnOffTwoFactor(owner, { password, code: codeNow() })
  await expectRenewed(renewed.token, last, other)
})

test('new recovery codes take the place of those before', async () => {
  const ctx = await createTestCtx()
  const { owner, password, recoveryCodes, codeNow } = await createTwoFactorOwner(ctx)
  const { codes } = await renewRecoveryCodes(owner, { password, code: codeNow() })
  expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([])
  const [old = ''] = recoveryCodes
  await expect(turnOffTwoFactor(owner, { password, code: old })).rejects.toHaveProperty('fields.code')
  await turnOffTwoFactor(owner, { password, code: assertDefined(codes[0], 'the test has made it') })
})

test.each([renewRecoveryCodes, turnOffTwoFactor])('%o asks for the password and a code', async (verb) => {
  const ctx = await createTestCtx()
  const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
  const before = await readTwoFactor(owner)
  await expect(verb(owner, { password: 'wrong', code: codeNow() })).rejects.toHaveProperty('fields.password')
  for (let n = 0; n < 10; n += 1)
    await expect(verb(owner, { password, code: '' })).rejects.toHaveProperty('fields.code')
  await expect(verb(owner, { password, code: codeNow() })).rejects.toMatchObject({ code: 'too-many' })
  expect(await readTwoFactor(owner)).toEqual(before)
  ctx.clock.advance(15 * MINUTE)
  await verb(owner, { password, code: codeNow() })
})

test('turned off, nothing of it is left, and a mail says so', async () => {
  const ctx = await createTestCtx()
  const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
  await turnOffTwoFactor(owner, { password, code: codeNow() })
  expect(await readTwoFactor(owner)).toBeNull()
  expect(await ctx.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  expect((await noticesOf(ctx)).at(-1)?.[0]).toBe('Two-factor sign-in is off · Lumivox')
  for (const verb of [renewRecoveryCodes, turnOffTwoFactor])
    await expect(verb(owner, { password, code: '' })).rejects.toMatchObject({ code: 'conflict' })
})
