import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { MINUTE } from '#app/platform/clock.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { createSession, endSession, findActor } from './session.server.ts'

async function open(ctx: TestCtx, userAgent: string | null = null): Promise<string> {
  const owner = await ctx.db.selectFrom('member').select('id').executeTakeFirst()
  const id = owner?.id ?? (await createTestOwner(ctx)).id
  return createSession(ctx, { id, userAgent })
}

async function seenAt(ctx: TestCtx): Promise<number | undefined> {
  const row = await ctx.db.selectFrom('session').select('last_seen_at').executeTakeFirst()
  return row?.last_seen_at
}

test('a token opens its session and no other text does', async () => {
  const ctx = await createTestCtx()
  const { id, email } = await createTestOwner(ctx)
  const token = await open(ctx)
  expect(await findActor(ctx, token)).toEqual({
    memberId: id,
    email,
    name: '',
    role: 'owner',
    sessionId: expect.any(String),
    device: expect.any(String),
  })
  for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase(), "' or 1=1 --"])
    expect(await findActor(ctx, wrong), wrong).toBeNull()
})

test('the token has 256 random bits, and its hash alone is stored', async () => {
  const ctx = await createTestCtx()
  const tokens = [await open(ctx), await open(ctx)]
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  const stored = JSON.stringify(await ctx.db.selectFrom('session').selectAll().execute())
  for (const token of tokens) expect(stored).not.toContain(token)
  const [row] = await ctx.db.selectFrom('session').select('token_hash').execute()
  expect(await findActor(ctx, assertDefined(row, 'the test has made it').token_hash)).toBeNull()
})

test('no session opens for a member who was removed', async () => {
  const ctx = await createTestCtx()
  const token = await open(ctx)
  await ctx.db.updateTable('member').set({ removed_at: ctx.clock.now() }).execute()
  expect(await findActor(ctx, token)).toBeNull()
})

test('half an hour without use ends a session', async () => {
  const ctx = await createTestCtx()
  const token = await open(ctx)
  ctx.clock.advance(30 * MINUTE - 1)
  expect(await findActor(ctx, token)).not.toBeNull()
  ctx.clock.advance(30 * MINUTE)
  expect(await findActor(ctx, token)).toBeNull()
})

test('eight hours end a session however much it is used', async () => {
  const ctx = await createTestCtx()
  const token = await open(ctx)
  for (let n = 0; n < 31; n += 1) {
    ctx.clock.advance(15 * MINUTE)
    expect(await findActor(ctx, token)).not.toBeNull()
  }
  ctx.clock.advance(15 * MINUTE - 1)
  expect(await findActor(ctx, token)).not.toBeNull()
  ctx.clock.advance(1)
  expect(await findActor(ctx, token)).toBeNull()
})

test('being seen is written at most once a minute', async () => {
  const ctx = await createTestCtx()
  const token = await open(ctx)
  const opened = ctx.clock.now()
  ctx.clock.advance(MINUTE)
  await findActor(ctx, token)
  expect(await seenAt(ctx)).toBe(opened)
  ctx.clock.advance(1)
  await findActor(ctx, token)
  expect(await seenAt(ctx)).toBe(opened + MINUTE + 1)
  ctx.clock.advance(1)
  await findActor(ctx, token)
  expect(await seenAt(ctx)).toBe(opened + MINUTE + 1)
})

test('a session that is over is not brought back by a use', async () => {
  const ctx = await createTestCtx()
  const token = await open(ctx)
  const opened = ctx.clock.now()
  ctx.clock.advance(30 * MINUTE)
  await findActor(ctx, token)
  expect(await seenAt(ctx)).toBe(opened)
})

test('ending a session ends that one alone, at once', async () => {
  const ctx = await createTestCtx()
  const [one, other] = [await open(ctx), await open(ctx)]
  await endSession(ctx, one)
  expect(await findActor(ctx, one)).toBeNull()
  expect(await findActor(ctx, other)).not.toBeNull()
  await endSession(ctx, one)
  await endSession(ctx, 'unknown')
})

test('the next session clears away those that are over', async () => {
  const ctx = await createTestCtx()
  await open(ctx, 'idle')
  ctx.clock.advance(20 * MINUTE)
  const used = await open(ctx)
  ctx.clock.advance(10 * MINUTE)
  const latest = await open(ctx)
  expect(await ctx.db.selectFrom('session').select('id').execute()).toHaveLength(2)
  expect(await findActor(ctx, used)).not.toBeNull()
  for (let n = 0; n < 32; n += 1) {
    ctx.clock.advance(15 * MINUTE)
    await findActor(ctx, latest)
  }
  await open(ctx)
  expect(await ctx.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  expect(await findActor(ctx, latest)).toBeNull()
})

test('the session knows browser and system, not the whole of what the browser says', async () => {
  const ctx = await createTestCtx()
  await open(
    ctx,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  )
  expect(await ctx.db.selectFrom('session').select('device').execute()).toEqual([
    { device: 'Safari on macOS' },
  ])
})
