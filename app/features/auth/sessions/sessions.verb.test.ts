import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { createSession, findActor, newSessionCookie } from '../session.server.ts'
import { signIn } from '../sign-in.server.ts'

import { sessionSettings } from './session-settings.server.ts'
import { endSessions, listSessions } from './sessions.server.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

test('without the owner nothing is listed, ended or saved', async () => {
  const ctx = await createTestCtx()
  const refused = { code: 'unauthenticated' }
  await expect(listSessions(ctx)).rejects.toMatchObject(refused)
  await expect(endSessions(ctx, { password: 'x', which: 'others' })).rejects.toMatchObject(refused)
  await expect(sessionSettings.save(ctx, { idleMinutes: '30', absoluteHours: '8' })).rejects.toMatchObject(
    refused,
  )
})

test('open sessions are listed, this one first, those that are over not at all', async () => {
  const ctx = await createTestCtx()
  const { owner, id, token } = await createSignedInOwner(ctx)
  const begun = ctx.clock.now()
  await createSession(ctx, { id, userAgent: 'idle' })
  ctx.clock.advance(20 * MINUTE)
  await findActor(ctx, token)
  await createSession(ctx, { id, userAgent: chrome })
  ctx.clock.advance(10 * MINUTE)
  expect(await listSessions(owner)).toEqual([
    {
      id: owner.actor?.sessionId,
      device: 'Firefox on unknown system',
      created_at: begun,
      last_seen_at: begun + 20 * MINUTE,
      isThis: true,
    },
    {
      id: expect.any(String),
      device: 'Chrome on Linux',
      created_at: begun + 20 * MINUTE,
      last_seen_at: begun + 20 * MINUTE,
      isThis: false,
    },
  ])
})

test('one other session is ended at once, or all others; this one goes on', async () => {
  const ctx = await createTestCtx()
  const { owner, id, password, token } = await createSignedInOwner(ctx)
  const tokens = [1, 2, 3].map(() => createSession(ctx, { id, userAgent: chrome }))
  const [one = '', two = '', three = ''] = await Promise.all(tokens)
  const which = assertDefined(await findActor(ctx, one), 'the test has made it').sessionId
  expect(await endSessions(owner, { password, which })).toBe(1)
  expect(await endSessions(owner, { password, which })).toBe(0)
  expect(await findActor(ctx, one)).toBeNull()
  expect(await findActor(ctx, two)).not.toBeNull()
  expect(await endSessions(owner, { password, which: 'others' })).toBe(2)
  for (const ended of [two, three]) expect(await findActor(ctx, ended)).toBeNull()
  expect(
    await endSessions(owner, {
      password,
      which: assertDefined(owner.actor, 'the test has made it').sessionId,
    }),
  ).toBe(0)
  expect(await findActor(ctx, token)).not.toBeNull()
})

test('with a wrong password no session is ended', async () => {
  const ctx = await createTestCtx()
  const { owner, id } = await createSignedInOwner(ctx)
  const other = await createSession(ctx, { id, userAgent: null })
  await expect(endSessions(owner, { password: 'wrong', which: 'others' })).rejects.toHaveProperty(
    'fields.password',
  )
  expect(await findActor(ctx, other)).not.toBeNull()
})

test('who signs in anew in the same browser has one session, under another token', async () => {
  const ctx = await createTestCtx()
  const { email, password, token } = await createSignedInOwner(ctx)
  const fields = { email, password }
  const attempt = { fields, clientAddress: '203.0.113.7', userAgent: chrome, replaces: token }
  const signedIn = await signIn(ctx, attempt)
  expect(signedIn.token).not.toBe(token)
  expect(await findActor(ctx, token)).toBeNull()
  expect(await ctx.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  const wrong = { ...attempt, fields: { email, password: 'wrong' }, replaces: signedIn.token }
  await expect(signIn(ctx, wrong)).rejects.toHaveProperty('code')
  expect(await findActor(ctx, signedIn.token)).not.toBeNull()
})

test('how long sessions last is the owner’s choice, and holds for open ones at once', async () => {
  const ctx = await createTestCtx()
  const { owner, token } = await createSignedInOwner(ctx)
  expect(await sessionSettings.read(ctx)).toEqual({ idleMinutes: 30, absoluteHours: 8 })
  expect(await newSessionCookie(ctx, token)).toContain('Max-Age=28800')
  await sessionSettings.save(owner, { idleMinutes: '60', absoluteHours: '2' })
  expect(await newSessionCookie(ctx, token)).toContain('Max-Age=7200')
  for (let n = 0; n < 2; n += 1) {
    ctx.clock.advance(HOUR - 1)
    expect(await findActor(ctx, token)).not.toBeNull()
  }
  ctx.clock.advance(2)
  expect(await findActor(ctx, token)).toBeNull()
})

test('a shorter time without use ends a session that had been open still', async () => {
  const ctx = await createTestCtx()
  const { owner, token } = await createSignedInOwner(ctx)
  ctx.clock.advance(5 * MINUTE)
  await sessionSettings.save(owner, { idleMinutes: '5', absoluteHours: '8' })
  expect(await findActor(ctx, token)).toBeNull()
})

test.each([
  [{ idleMinutes: '4', absoluteHours: '8' }, 'idleMinutes'],
  [{ idleMinutes: '241', absoluteHours: '8' }, 'idleMinutes'],
  [{ idleMinutes: '', absoluteHours: '8' }, 'idleMinutes'],
  [{ idleMinutes: '30.5', absoluteHours: '8' }, 'idleMinutes'],
  [{ idleMinutes: '90', absoluteHours: '1' }, 'idleMinutes'],
  [{ idleMinutes: '30', absoluteHours: '0' }, 'absoluteHours'],
  [{ idleMinutes: '30', absoluteHours: '25' }, 'absoluteHours'],
  [{ idleMinutes: '30', absoluteHours: 'x' }, 'absoluteHours'],
  [{ idleMinutes: '30' }, 'absoluteHours'],
])('%j is refused at %s', async (fields, field) => {
  const ctx = await createTestCtx()
  const { owner } = await createSignedInOwner(ctx)
  await expect(sessionSettings.save(owner, fields)).rejects.toHaveProperty(`fields.${field}`)
  expect(await sessionSettings.read(ctx)).toEqual({ idleMinutes: 30, absoluteHours: 8 })
})
