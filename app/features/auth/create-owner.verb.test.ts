import { setTimeout as pause } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { createOwner, createOwnerFromEnv, isFirstRun } from './create-owner.server.ts'
import { verifyPassword } from './password.server.ts'

const password = 'kettle orbit mango'

/** Delays the results of reads, so that concurrent calls do not see each other's writes. */
function withSlowReads(ctx: TestCtx): TestCtx {
  const reads = new WeakSet<object>()
  const db = ctx.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') reads.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await pause(100)
      return result
    },
  })
  return { ...ctx, db }
}

async function ownersOf(ctx: TestCtx) {
  return ctx.db.selectFrom('member').selectAll().execute()
}

test('makes the one account, with the address in lower case and the password hashed', async () => {
  const ctx = await createTestCtx()
  expect(await isFirstRun(ctx)).toBe(true)
  const id = await createOwner(ctx, { email: '  Boss@Agency.DEV ', password })
  expect(await isFirstRun(ctx)).toBe(false)
  const owners = await ownersOf(ctx)
  expect(owners).toEqual([
    {
      id,
      email: 'boss@agency.dev',
      name: '',
      role: 'owner',
      removed_at: null,
      last_seen_at: null,
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      created_at: ctx.clock.now(),
      password_changed_at: ctx.clock.now(),
    },
  ])
  expect(
    await verifyPassword(ctx, password, assertDefined(owners[0], 'the test has made it').password_hash),
  ).toBe(true)
})

test('of several concurrent requests the first becomes the owner, and the others are refused', async () => {
  const ctx = await createTestCtx()
  const slow = withSlowReads(ctx)
  const emails = ['one@agency.dev', 'two@agency.dev', 'three@agency.dev']
  const outcomes = await Promise.allSettled(emails.map((email) => createOwner(slow, { email, password })))
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refusals).toMatchObject([{ reason: { code: 'conflict' } }, { reason: { code: 'conflict' } }])
  expect(await ownersOf(ctx)).toHaveLength(1)
})

test('of several instances that start at the same moment one makes the owner, and all go on', async () => {
  const ctx = await createTestCtx()
  const slow = withSlowReads(ctx)
  const starts = [1, 2, 3].map(() => createOwnerFromEnv(slow, { email: 'boss@agency.dev', password }))
  await Promise.all(starts)
  expect(await ownersOf(ctx)).toHaveLength(1)
})

test('a second owner is refused', async () => {
  const ctx = await createTestCtx()
  const id = await createOwner(ctx, { email: 'boss@agency.dev', password })
  const second = createOwner(ctx, { email: 'other@agency.dev', password })
  await expect(second).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('sign in'),
  })
  expect(await ownersOf(ctx)).toMatchObject([{ id }])
})

test.each([
  ['too short', 'elevenchars', 'at least 12'],
  ['too long', 'correct horse '.repeat(10), 'at most 128'],
  ['a few characters over and over', 'abcabcabcabcabc', 'repeats'],
  ['common', 'Password2026!', 'most common'],
  ['made of the address', 'Moneypenny-2026', 'easily guessed'],
  ['made of the site’s name', 'lumivox12345', 'easily guessed'],
])('a password that is %s is refused by its field', async (_fault, weak, sentence) => {
  const ctx = await createTestCtx()
  await expect(createOwner(ctx, { email: 'moneypenny@agency.dev', password: weak })).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.stringContaining(sentence) },
  })
  expect(await ownersOf(ctx)).toEqual([])
})

test.each(['', 'nobody', 'a@b', 'a\0@agency.dev', 'a@agency.dev\r\nBcc: b@agency.dev'])(
  'the address %j is refused by its field',
  async (email) => {
    const ctx = await createTestCtx()
    await expect(createOwner(ctx, { email, password })).rejects.toMatchObject({
      fields: { email: 'Please enter an e-mail address.' },
    })
    expect(await ownersOf(ctx)).toEqual([])
  },
)
