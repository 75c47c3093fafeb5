import { generateKeyPairSync } from 'node:crypto'

import { expect, test } from 'vitest'

import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { authenticatorFor, newPasskey, passkeyAttempt, registerPasskey } from '#tests/factories/passkey.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createSignedInOwner, createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { coseOf } from '#tests/support/authenticator.ts'
import { type Cbor, writeCbor } from '#tests/support/cbor-writer.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { findActor } from '../session.server.ts'
import { resetOwner } from '../reset-owner.server.ts'
import { signIn } from '../sign-in.server.ts'
import { removeMember } from '../team/change-member.server.ts'

import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.server.ts'
import { signInWithPasskey } from './sign-in-with-passkey.server.ts'

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'let in',
    (error: { code?: string }) => error.code ?? 'a fault',
  )
}

const passkeysOf = (ctx: TestCtx) => ctx.db.selectFrom('passkey').selectAll().orderBy('id').execute()
const kindsOf = async (ctx: TestCtx) =>
  (await ctx.db.selectFrom('audit_entry').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

test.each(['ES256', 'RS256', 'EdDSA'] as const)(
  'a passkey of %s signs in without a code',
  async (algorithm) => {
    const ctx = await createTestCtx()
    const account = await createTwoFactorOwner(ctx)
    const { authenticator } = await registerPasskeyWithCode(ctx, account, algorithm)
    const token = await signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator))
    expect(await findActor(ctx, token)).toMatchObject({ memberId: account.id })
    expect(await kindsOf(ctx)).toEqual(expect.arrayContaining(['owner.passkey_used', 'owner.signed_in']))
    expect(await passkeysOf(ctx)).toMatchObject([{ last_used_at: ctx.clock.now(), counter: 2 }])
  },
)

async function registerPasskeyWithCode(
  ctx: TestCtx,
  account: Awaited<ReturnType<typeof createTwoFactorOwner>>,
  algorithm: 'ES256' | 'RS256' | 'EdDSA',
) {
  const member = asOwner(ctx, await findActor(ctx, account.token).then((actor) => actor ?? undefined))
  const authenticator = await authenticatorFor(ctx, algorithm)
  const proof = { password: account.password, code: account.codeNow() }
  await expect(beginPasskey(member, { name: 'A', ...proof, code: '000000' })).rejects.toMatchObject({
    fields: { code: expect.any(String) },
  })
  const request = await beginPasskey(member, { name: 'A', ...proof })
  await addPasskey(member, { name: 'A', ...authenticator.register(request) })
  return { authenticator }
}

test('a passkey is named, listed and removed by its member, with a mail each time', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const other = asOwner(ctx, (await createTestMember(ctx)).actor)
  const hostile = '<b>Laptop</b> {{x}} “\u202e”'
  const { id, authenticator } = await registerPasskey(ctx, account, { name: hostile })
  expect(await listPasskeys(account.owner)).toMatchObject([
    { id, name: expect.stringContaining('<b>Laptop</b>') },
  ])
  expect(await listPasskeys(other)).toEqual([])
  const proof = { password: account.password, code: '' }
  await expect(removePasskey(account.owner, { id, password: 'wrong', code: '' })).rejects.toMatchObject({
    fields: { password: 'This is not your password.' },
  })
  await expect(removePasskey(account.owner, { id: 'other', ...proof })).rejects.toMatchObject({
    code: 'not-found',
  })
  const elsewhere = await signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator))
  const token = await removePasskey(account.owner, { id, ...proof })
  expect(await findActor(ctx, token)).not.toBeNull()
  expect(await findActor(ctx, elsewhere)).toBeNull()
  expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator)))).toBe(
    'unauthenticated',
  )
  const mails = await ctx.db.selectFrom('email').select('subject').orderBy('id').execute()
  expect(mails.map(({ subject }) => subject.replace(/ ·.*/, ''))).toEqual([
    'A passkey was added',
    'A passkey was removed',
  ])
})

test('the name, the number and the password are checked before a device is asked', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const proof = { password: account.password, code: '' }
  for (const name of ['', '  ', 'a\u0000', 'x'.repeat(61)])
    await expect(beginPasskey(account.owner, { name, ...proof })).rejects.toMatchObject({
      fields: { passkeyName: expect.any(String) },
    })
  await expect(beginPasskey(account.owner, { name: 'A', password: 'x', code: '' })).rejects.toMatchObject({
    fields: { password: expect.any(String) },
  })
  for (let n = 0; n < 10; n += 1) await registerPasskey(ctx, account)
  await expect(beginPasskey(account.owner, { name: 'A', ...proof })).rejects.toMatchObject({
    code: 'conflict',
    message: 'You already have 10 passkeys. Please remove one first.',
  })
})

test('a challenge of a registration is for its session, once and for five minutes', async () => {
  const ctx = await createTestCtx()
  const { account, answer } = await newPasskey(ctx)
  const other = asOwner(ctx, (await createTestMember(ctx)).actor)
  expect(await outcomeOf(addPasskey(other, answer))).toBe('expired')
  await addPasskey(account.owner, answer)
  expect(await outcomeOf(addPasskey(account.owner, answer))).toBe('expired')
  const authenticator = await authenticatorFor(ctx)
  const request = await beginPasskey(account.owner, { name: 'A', password: account.password, code: '' })
  ctx.clock.advance(5 * MINUTE)
  const late = addPasskey(account.owner, { name: 'A', ...authenticator.register(request) })
  expect(await outcomeOf(late)).toBe('expired')
  expect(await passkeysOf(ctx)).toHaveLength(1)
})

test('a credential that somebody has is not stored for another', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const { authenticator } = await registerPasskey(ctx, account)
  const request = await beginPasskey(account.owner, { name: 'B', password: account.password, code: '' })
  const again = addPasskey(account.owner, { name: 'B', ...authenticator.register(request) })
  expect(await outcomeOf(again)).toBe('conflict')
})

test('a sign-in is answered once, within five minutes, by the browser that began it', async () => {
  const ctx = await createTestCtx()
  const { authenticator } = await registerPasskey(ctx, await createSignedInOwner(ctx))
  const attempt = await passkeyAttempt(ctx, authenticator)
  const foreign = await passkeyAttempt(ctx, authenticator)
  expect(await outcomeOf(signInWithPasskey(ctx, { ...foreign, holder: attempt.holder }))).toBe('expired')
  expect(await outcomeOf(signInWithPasskey(ctx, { ...foreign, holder: null }))).toBe('expired')
  const late = await passkeyAttempt(ctx, authenticator)
  const inTime = await passkeyAttempt(ctx, authenticator)
  await signInWithPasskey(ctx, inTime)
  expect(await outcomeOf(signInWithPasskey(ctx, inTime))).toBe('expired')
  ctx.clock.advance(5 * MINUTE)
  authenticator.setCounter(100)
  expect(await outcomeOf(signInWithPasskey(ctx, late))).toBe('expired')
})

test('of two concurrent answers one signs in', async () => {
  const ctx = await createTestCtx()
  const { authenticator } = await registerPasskey(ctx, await createSignedInOwner(ctx))
  const attempt = await passkeyAttempt(ctx, authenticator)
  const outcomes = await Promise.all([1, 2].map(() => outcomeOf(signInWithPasskey(ctx, attempt))))
  expect(outcomes.toSorted()).toEqual(['expired', 'let in'])
})

test.each([
  ['another origin', { origin: 'https://evil.example' }, 'invalid'],
  ['a frame of another site', { crossOrigin: true }, 'invalid'],
  ['another site’s identifier', { rpId: 'evil.example' }, 'invalid'],
  ['an answer to a registration', { type: 'webauthn.create' }, 'invalid'],
  ['nobody present', { flags: 0x04 }, 'invalid'],
  ['nobody verified', { flags: 0x01 }, 'invalid'],
  ['no user handle', { userHandle: '' }, 'invalid'],
  ['a user handle that no database stores', { userHandle: 'AAAA' }, 'invalid'],
] as const)('%s is refused', async (_name, twist, code) => {
  const ctx = await createTestCtx()
  const { authenticator } = await registerPasskey(ctx, await createSignedInOwner(ctx))
  expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator, twist)))).toBe(code)
  expect(await ctx.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
})

test('a passkey opens no other member’s account, and its challenge is used up by the try', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const member = await createTestMember(ctx)
  const mine = await registerPasskey(ctx, account)
  const theirs = await registerPasskey(ctx, { owner: asOwner(ctx, member.actor), password: member.password })
  const handle = Buffer.from(account.id).toString('base64url')
  const swapped = await passkeyAttempt(ctx, theirs.authenticator, { userHandle: handle })
  expect(await outcomeOf(signInWithPasskey(ctx, swapped))).toBe('unauthenticated')
  const [ours, other] = [
    await passkeyAttempt(ctx, mine.authenticator),
    await passkeyAttempt(ctx, theirs.authenticator),
  ]
  const { credential, userHandle } = ours.answer
  const mixed = { ...other, answer: { ...other.answer, credential, userHandle } }
  expect(await outcomeOf(signInWithPasskey(ctx, mixed))).toBe('unauthenticated')
  expect(await outcomeOf(signInWithPasskey(ctx, other))).toBe('expired')
  expect(await kindsOf(ctx)).toContain('owner.passkey_refused')
})

test('a copy with an older counter is refused, and one that counts nothing is not', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const { authenticator } = await registerPasskey(ctx, account)
  authenticator.setCounter(9)
  await signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator))
  for (const counter of [9, 3, -1]) {
    authenticator.setCounter(counter)
    expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator)))).toBe(
      'unauthenticated',
    )
    if (counter === 9) await ctx.db.updateTable('passkey').set({ counter: 20 }).execute()
  }
  await ctx.db.updateTable('passkey').set({ counter: 0 }).execute()
  authenticator.setCounter(-1)
  await signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator))
})

test('it is throttled with the password', async () => {
  const ctx = await createTestCtx()
  const { authenticator } = await registerPasskey(ctx, await createSignedInOwner(ctx))
  const stranger = await authenticatorFor(ctx)
  stranger.register({ challenge: 'x', user: { id: 'bm9ib2R5' } })
  for (let n = 0; n < 5; n += 1) {
    expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, stranger)))).toBe(
      'unauthenticated',
    )
    const fields = { email: 'nobody@agency.test', password: 'wrong' }
    await outcomeOf(signIn(ctx, { fields, clientAddress: '203.0.113.7', userAgent: null }))
  }
  expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator)))).toBe('too-many')
  ctx.clock.advance(HOUR)
  await signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator))
})

test('removing a member, or resetting both factors, removes the passkeys', async () => {
  const ctx = await createTestCtx()
  const account = await createSignedInOwner(ctx)
  const member = await createTestMember(ctx)
  const { authenticator } = await registerPasskey(ctx, {
    owner: asOwner(ctx, member.actor),
    password: member.password,
  })
  await registerPasskey(ctx, account)
  await removeMember(account.owner, { id: member.id })
  expect(await passkeysOf(ctx)).toMatchObject([{ member_id: account.id }])
  expect(await outcomeOf(signInWithPasskey(ctx, await passkeyAttempt(ctx, authenticator)))).toBe(
    'unauthenticated',
  )
  await resetOwner(ctx)
  expect(await passkeysOf(ctx)).toHaveLength(1)
  await resetOwner(ctx, ['--two-factor'])
  expect(await passkeysOf(ctx)).toEqual([])
})

test('where browsers offer no passkeys, nothing begins', async () => {
  const ctx = await createTestCtx({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } })
  const account = await createSignedInOwner(ctx)
  const begun = beginPasskey(account.owner, { name: 'A', password: account.password, code: '' })
  expect(await outcomeOf(begun)).toBe('unavailable')
})

const { publicKey: shortKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const point = coseOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)

test.each<[string, Buffer]>([
  ['no CBOR', Buffer.from('not CBOR at all')],
  ['a map of nothing', writeCbor(new Map())],
  ['too much', Buffer.alloc(9000, 0x80)],
  ['a short answer', attestationOf(Buffer.alloc(20))],
  ['no key', attestationOf(Buffer.alloc(60))],
  ['a key of 1,024 bits', attestationOf(withKey(coseOf(shortKey)))],
  [
    'a point that is not on the curve',
    attestationOf(withKey(new Map([...point, [-3, Buffer.alloc(32, 7)]]))),
  ],
  ['an unknown algorithm', attestationOf(withKey(new Map([...point, [3, -38]])))],
  ['something after the key', attestationOf(Buffer.concat([withKey(point), Buffer.from([0])]))],
])('an attestation with %s is refused with a sentence', async (_name, attestation) => {
  const ctx = await createTestCtx()
  const { account, answer } = await newPasskey(ctx)
  const twisted = { ...answer, attestation: attestation.toString('base64url') }
  await expect(addPasskey(account.owner, twisted)).rejects.toMatchObject({ code: 'invalid' })
  for (const clientData of ['', '!', 'e30', Buffer.from([0xff]).toString('base64url')])
    await expect(addPasskey(account.owner, { ...answer, clientData })).rejects.toMatchObject({
      code: 'invalid',
    })
  await addPasskey(account.owner, answer)
})

function attestationOf(authData: Uint8Array): Buffer {
  const parts: [string, Cbor][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]
  return writeCbor(new Map(parts))
}

function withKey(cose: Map<number, Cbor>): Buffer {
  const hash = Buffer.from('49960de5880e8c687434170f6476605b8fe4aeb9a28632c7995cf3ba831d9763', 'hex')
  const head = Buffer.from([0x45, 0, 0, 0, 1, ...Buffer.alloc(16), 0, 4, 1, 2, 3, 4])
  return Buffer.concat([hash, head, writeCbor(cose)])
}
